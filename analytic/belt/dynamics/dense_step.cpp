// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/dense_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace beltdyn::analytic {
namespace {

struct StageWeight {
  std::size_t stage;
  double weight;
};
using StageRow = std::span<const StageWeight>;

constexpr std::size_t kStages = 12;  // stages of the step; one more is f at its end
constexpr std::size_t kExtendedStages = 16;
constexpr std::array<double, kExtendedStages> kNodes{0.0,
                                                     0.0526001519587677318785587544488,
                                                     0.0789002279381515978178381316732,
                                                     0.118350341907227396726757197510,
                                                     0.281649658092772603273242802490,
                                                     1.0 / 3.0,
                                                     0.25,
                                                     4.0 / 13.0,
                                                     0.651282051282051282051282051282,
                                                     0.6,
                                                     6.0 / 7.0,
                                                     1.0,
                                                     1.0,
                                                     0.1,
                                                     0.2,
                                                     7.0 / 9.0};
constexpr StageWeight kRow1[]{{0, 0.05260015195876773}};
constexpr StageWeight kRow2[]{{0, 0.0197250569845379}, {1, 0.0591751709536137}};
constexpr StageWeight kRow3[]{{0, 0.02958758547680685}, {2, 0.08876275643042054}};
constexpr StageWeight kRow4[]{{0, 0.2413651341592667}, {2, -0.8845494793282861}, {3, 0.924834003261792}};
constexpr StageWeight kRow5[]{{0, 0.037037037037037035}, {3, 0.17082860872947386}, {4, 0.12546768756682242}};
constexpr StageWeight kRow6[]{{0, 0.037109375}, {3, 0.17025221101954405}, {4, 0.06021653898045596}, {5, -0.017578125}};
constexpr StageWeight kRow7[]{{0, 0.03709200011850479},
                              {3, 0.17038392571223998},
                              {4, 0.10726203044637328},
                              {5, -0.015319437748624402},
                              {6, 0.008273789163814023}};
constexpr StageWeight kRow8[]{{0, 0.6241109587160757}, {3, -3.3608926294469414}, {4, -0.868219346841726},
                              {5, 27.59209969944671},  {6, 20.154067550477894},  {7, -43.48988418106996}};
constexpr StageWeight kRow9[]{{0, 0.47766253643826434},  {3, -2.4881146199716677}, {4, -0.590290826836843},
                              {5, 21.230051448181193},   {6, 15.279233632882423},  {7, -33.28821096898486},
                              {8, -0.020331201708508627}};
constexpr StageWeight kRow10[]{{0, -0.9371424300859873}, {3, 5.186372428844064},  {4, 1.0914373489967295},
                               {5, -8.149787010746927},  {6, -18.52006565999696}, {7, 22.739487099350505},
                               {8, 2.4936055526796523},  {9, -3.0467644718982196}};
constexpr StageWeight kRow11[]{{0, 2.273310147516538}, {3, -10.53449546673725}, {4, -2.0008720582248625},
                               {5, -17.9589318631188}, {6, 27.94888452941996},  {7, -2.8589982771350235},
                               {8, -8.87285693353063}, {9, 12.360567175794303}, {10, 0.6433927460157636}};
constexpr StageWeight kRow12[]{{0, 0.054293734116568765}, {5, 4.450312892752409},   {6, 1.8915178993145003},
                               {7, -5.801203960010585},   {8, 0.3111643669578199},  {9, -0.1521609496625161},
                               {10, 0.20136540080403034}, {11, 0.04471061572777259}};
constexpr StageWeight kRow13[]{{0, 0.056167502283047954},  {6, 0.25350021021662483}, {7, -0.2462390374708025},
                               {8, -0.12419142326381637},  {9, 0.15329179827876568}, {10, 0.00820105229563469},
                               {11, 0.007567897660545699}, {12, -0.008298}};
constexpr StageWeight kRow14[]{{0, 0.03183464816350214},      {5, 0.028300909672366776},
                               {6, 0.053541988307438566},     {7, -0.05492374857139099},
                               {10, -0.00010834732869724932}, {11, 0.0003825710908356584},
                               {12, -0.00034046500868740456}, {13, 0.1413124436746325}};
constexpr StageWeight kRow15[]{{0, -0.42889630158379194}, {5, -4.697621415361164}, {6, 7.683421196062599},
                               {7, 4.06898981839711},     {8, 0.3567271874552811}, {12, -0.0013990241651590145},
                               {13, 2.9475147891527724},  {14, -9.15095847217987}};
constexpr std::array<StageRow, kExtendedStages> kRows{StageRow{}, kRow1,  kRow2,  kRow3, kRow4,  kRow5,
                                                      kRow6,      kRow7,  kRow8,  kRow9, kRow10, kRow11,
                                                      kRow12,     kRow13, kRow14, kRow15};
// Differences between the step and the embedded formulas of orders 5 and 3.
constexpr StageWeight kError5[]{{0, 0.01312004499419488},  {5, -1.2251564463762044},   {6, -0.4957589496572502},
                                {7, 1.6643771824549864},   {8, -0.35032884874997366},  {9, 0.3341791187130175},
                                {10, 0.08192320648511571}, {11, -0.022355307863886294}};
constexpr StageWeight kError3[]{{0, 0.054293734116568765 - 0.244094488188976377952755905512},
                                {5, 4.450312892752409},
                                {6, 1.8915178993145003},
                                {7, -5.801203960010585},
                                {8, 0.3111643669578199 - 0.733846688281611857341361741547},
                                {9, -0.1521609496625161},
                                {10, 0.20136540080403034},
                                {11, 0.04471061572777259 - 0.0220588235294117647058823529412}};
// Weights of the continuous extension.
constexpr StageWeight kDense3[]{{0, -8.428938276109013},  {5, 0.5667149535193777},  {6, -3.0689499459498917},
                                {7, 2.38466765651207},    {8, 2.117034582445028},   {9, -0.871391583777973},
                                {10, 2.2404374302607883}, {11, 0.6315787787694688}, {12, -0.08899033645133331},
                                {13, 18.148505520854727}, {14, -9.194632392478356}, {15, -4.436036387594894}};
constexpr StageWeight kDense4[]{{0, 10.427508642579134},   {5, 242.28349177525817},  {6, 165.20045171727028},
                                {7, -374.5467547226902},   {8, -22.113666853125306}, {9, 7.733432668472264},
                                {10, -30.674084731089398}, {11, -9.332130526430229}, {12, 15.697238121770845},
                                {13, -31.139403219565178}, {14, -9.35292435884448},  {15, 35.81684148639408}};
constexpr StageWeight kDense5[]{{0, 19.985053242002433},   {5, -387.0373087493518},  {6, -189.17813819516758},
                                {7, 527.8081592054236},    {8, -11.57390253995963},  {9, 6.8812326946963},
                                {10, -1.0006050966910838}, {11, 0.7777137798053443}, {12, -2.778205752353508},
                                {13, -60.19669523126412},  {14, 84.32040550667716},  {15, 11.99229113618279}};
constexpr StageWeight kDense6[]{{0, -25.69393346270375}, {5, -154.18974869023643}, {6, -231.5293791760455},
                                {7, 357.6391179106141},  {8, 93.40532418362432},   {9, -37.45832313645163},
                                {10, 104.0996495089623}, {11, 29.8402934266605},   {12, -43.53345659001114},
                                {13, 96.32455395918828}, {14, -39.17726167561544}, {15, -149.72683625798564}};

constexpr std::size_t kBlock = 8;

// out = x + length Σ weight stage, in whole blocks. A null x stands for 0.
void combine(const double* x, double length, StageRow row, const double* stages, std::size_t stride, std::size_t size,
             double* out) {
  for (std::size_t i = 0; i < size; i += kBlock) {
    std::array<double, kBlock> sum{};
    for (const StageWeight& w : row) {
      const double* k = stages + w.stage * stride + i;
      for (std::size_t l = 0; l < kBlock; ++l) sum[l] += w.weight * k[l];
    }
    for (std::size_t l = 0; l < kBlock; ++l) out[i + l] = (x != nullptr ? x[i + l] : 0.0) + length * sum[l];
  }
}

std::size_t whole_blocks(std::size_t size) { return (size + kBlock - 1) / kBlock * kBlock; }

}  // namespace

DenseStep::DenseStep(std::size_t size, std::size_t n_coupled)
    : size_(size),
      n_coupled_(n_coupled),
      stride_(whole_blocks(size)),
      stages_(kExtendedStages * stride_),
      point_(stride_),
      end_(stride_),
      sums_(5 * stride_),
      coefficients_(stride_ * DenseHistory::kCoefficients) {}

double DenseStep::attempt(const VectorRates& rates, double t, std::span<const double> x, double length,
                          std::span<const double> scale) {
  std::copy_n(x.data(), size_, point_.data());
  std::copy_n(x.data(), size_, sums_.data());
  const double* start = sums_.data();
  for (std::size_t s = 1; s < kStages; ++s) {
    combine(start, length, kRows[s], stages_.data(), stride_, n_coupled_, point_.data());
    rates(t + kNodes[s] * length, {point_.data(), size_}, {stage(s), size_});
  }
  combine(start, length, kRows[kStages], stages_.data(), stride_, stride_, end_.data());
  double* fifth = sums_.data() + stride_;
  double* third = sums_.data() + 2 * stride_;
  combine(nullptr, length, kError5, stages_.data(), stride_, stride_, fifth);
  combine(nullptr, length, kError3, stages_.data(), stride_, stride_, third);
  double error5 = 0.0;
  double error3 = 0.0;
  bool is_finite = true;
  for (std::size_t i = 0; i < size_; ++i) {
    error5 = std::max(error5, std::abs(fifth[i]) / scale[i]);
    error3 = std::max(error3, std::abs(third[i]) / scale[i]);
    is_finite = is_finite && std::isfinite(end_[i]);
  }
  if (!is_finite) return HUGE_VAL;
  return error5 == 0.0 ? 0.0 : error5 * error5 / std::hypot(error5, 0.1 * error3);
}

void DenseStep::go_on() { std::copy_n(stage(kStages), size_, stage(0)); }

void DenseStep::extend(const VectorRates& rates, double t, double length, const StepObserver& observe) {
  constexpr double kObserved = 0.7;
  const double* start = sums_.data();
  rates(t + length, end(), {stage(kStages), size_});
  observe(t + length, end());
  for (std::size_t s = kStages + 1; s < kExtendedStages; ++s) {
    combine(start, length, kRows[s], stages_.data(), stride_, n_coupled_, point_.data());
    rates(t + kNodes[s] * length, {point_.data(), size_}, {stage(s), size_});
    if (kNodes[s] > kObserved) observe(t + kNodes[s] * length, {point_.data(), size_});
  }
  constexpr std::array<StageRow, 4> kDense{kDense3, kDense4, kDense5, kDense6};
  for (std::size_t d = 0; d < kDense.size(); ++d) {
    combine(nullptr, length, kDense[d], stages_.data(), stride_, stride_, sums_.data() + (d + 1) * stride_);
  }
  for (std::size_t i = 0; i < size_; i += kBlock) expand(i, length);
}

namespace {

// Multiplies the polynomial P behind F_d: F_d becomes F_d + η P.
template <std::size_t kAt, std::size_t kTerms, class Block>
void times_eta(std::array<Block, kTerms>& f) {
  for (std::size_t l = 0; l < kBlock; ++l) f[kAt][l] += f[kAt + 1][l];
  for (std::size_t j = kAt + 1; j + 1 < kTerms; ++j) {
    for (std::size_t l = 0; l < kBlock; ++l) f[j][l] = f[j + 1][l] - f[j][l];
  }
  for (std::size_t l = 0; l < kBlock; ++l) f[kTerms - 1][l] = -f[kTerms - 1][l];
}

}  // namespace

// The continuous extension of a block of components, in powers of ξ.
void DenseStep::expand(std::size_t i, double length) {
  using Block = std::array<double, kBlock>;
  constexpr std::size_t kTerms = 7;
  const double* x = sums_.data() + i;
  std::array<Block, kTerms> f{};
  for (std::size_t l = 0; l < kBlock; ++l) {
    const double change = end_[i + l] - x[l];
    const double at_start = length * stage(0)[i + l];
    const double at_end = length * stage(kStages)[i + l];
    f[0][l] = change;
    f[1][l] = at_start - change;
    f[2][l] = 2.0 * change - at_start - at_end;
    for (std::size_t d = 1; d < 5; ++d) f[2 + d][l] = x[d * stride_ + l];
  }
  // x + ξ (F₀ + η (F₁ + ξ (F₂ + η (F₃ + ξ (F₄ + η (F₅ + ξ F₆)))))), η = 1 − ξ. Expanded from inside: with a polynomial
  // P behind F_d, F_d + ξ P keeps the coefficients of P in place, and F_d + η P needs P − ξ P.
  times_eta<4>(f);
  times_eta<2>(f);
  times_eta<0>(f);
  double* c = coefficients_.data() + i * DenseHistory::kCoefficients;
  for (std::size_t l = 0; l < kBlock; ++l, c += DenseHistory::kCoefficients) {
    c[0] = x[l];
    for (std::size_t j = 0; j < kTerms; ++j) c[1 + j] = f[j][l];
  }
}

}  // namespace beltdyn::analytic
