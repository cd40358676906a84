// SPDX-License-Identifier: MIT
#include "plots/figures.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/belt/test/small_belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "plots/linear_titles.hpp"
#include "plots/mode_series.hpp"
#include "plots/speed_figures.hpp"
#include "plots/test/figure_support.hpp"

namespace beltdyn::figures_test {

using beltdyn::ContourDrive;
using beltdyn::TimeFunction;
namespace plots = beltdyn::plots;
using beltdyn::test::names;
using beltdyn::test::text_of;

namespace {

const std::string kHistory =
    "time [s],strain_tight [-],strain_slack [-],slip_length_1 [m],slip_length_2 [m],slip_direction_1 [-],"
    "slip_direction_2 [-],length_error [-]\n0,0,0,0,0,0,0,0\n1,0.25,-0.25,0.5,0.5,-1,1,0\n2,0.5,-0.5,0.5,0.5,-1,1,0\n";
const std::string kProfiles =
    "time [s],sigma [m],strain [-],force [N],speed [m/s],pressure [N/m],traction [N/m],contact_state [-]\n"
    "1,0.5,0.25,0.25,1,0,0,0\n2,0.5,0.5,0.5,1,0,0,0\n";
const std::string kZones =
    "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n1,1,0.5,1,-1\n2,1,0.5,1,-1\n";

plots::Run run(const std::string& name, const std::string& formulation, bool is_exact,
               const std::string& history = kHistory) {
  return {.name = name,
          .formulation = formulation,
          .model = "finite_material",
          .is_exact = is_exact,
          .history = CsvTable::parse("history.csv", history),
          .profiles = CsvTable::parse("profiles.csv", kProfiles),
          .slip_zones = CsvTable::parse("slip_zones.csv", kZones)};
}

plots::Result result(std::vector<plots::Run> runs) {
  ContourDrive drive{.contour_length = 6.0,
                     .contact_length = {1.0, 1.0},
                     .axial_stiffness = 1.0,
                     .friction_force = {0.2, 0.2},
                     .surface_speed = {TimeFunction(1.0), TimeFunction(0.9)}};
  return {.drive = drive, .end_time = 2.0, .runs = std::move(runs), .marks = {{.time = 0.8, .label = "it's t*"}}};
}

}  // namespace

TEST_CASE("figures: those of the paper where the runs are those of the paper, the general ones always") {
  const std::string general = "slip_zones history_strain history_slip profiles_strain ";
  const plots::Run lagrangian = run("lagrangian", "lagrangian_contour", false);
  const plots::Run eulerian = run("eulerian", "eulerian_contour", false);
  const plots::Run stiff = run("stiff", "eulerian_contour", false);
  const plots::Run dde = run("dde", "analytic_dde", true);
  const plots::Run abel = run("abel", "analytic_abel", false);
  CHECK(names(result({lagrangian, dde})) == "fig2 fig3 fig4 " + general);
  CHECK(names(result({dde, eulerian, stiff})) == "fig8 " + general);
  CHECK(names(result({abel, dde, eulerian, lagrangian})) == "fig9 " + general);
  CHECK(names(result({eulerian})) == general);
  plots::Result varying = result({eulerian, dde});
  std::get<ContourDrive>(*varying.drive).surface_speed[0] =
      TimeFunction(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 0.1, .angular_frequency = 1.0});
  CHECK(names(varying) == "fig10 " + general);
  CHECK(names(result({})).empty());
}

TEST_CASE("figures: the speed of the first node is drawn for runs that have it") {
  std::string history = kHistory;
  for (std::size_t end = history.find('\n'); end != std::string::npos; end = history.find('\n', end + 1)) {
    const std::string extra = end == kHistory.find('\n') ? ",node_1_speed [m/s]" : ",1";
    history.insert(end, extra);
    end += extra.size();
  }
  const plots::Result r = result({run("lagrangian", "lagrangian_contour", false, history)});
  CHECK(names(r).starts_with("fig2 fig3 fig4 fig5 "));
  CHECK(text_of(plots::figure_files(r).data, "data/lagrangian.node_speed.dat") == "0 1 1 1\n1 1 1 1\n2 1 1 1\n");
}

TEST_CASE("figures: a script contains the drive, the runs, the marks and its drawing commands") {
  const plots::FigureFiles files =
      plots::figure_files(result({run("a_run", "lagrangian_contour", false), run("dde", "analytic_dde", true)}));
  const std::string& script = text_of(files.scripts, "fig2.gp");
  for (const char* line :
       {"figure = 'fig2'\n", "L = 6\n", "span = 2\n", "n_runs = 2\n", "array run_name[2] = ['a_run', 'dde']\n",
        "array run_title[2] = ['a run', 'dde']\n", "array run_is_exact[2] = [0, 1]\n", "array instant[2] = [1, 2]\n",
        "array mark_label[1] = ['it''s t*']\n", "set terminal", "eval regions_on_x"}) {
    CAPTURE(line);
    CHECK(script.find(line) != std::string::npos);
  }
}

TEST_CASE("figures: beside transient runs a steady motion is not called exact") {
  plots::Result result{.drive = ContourDrive{},
                       .end_time = 2.0,
                       .runs = {run("ale", "eulerian_ale", false), run("string", "analytic_string", true)},
                       .marks = {}};
  const auto says = [&](const char* transient, const char* text) {
    result.runs[0].model = transient;
    result.runs[1].model = "steady_string";
    return plots::figure_files(result).scripts[0].text.find(text) != std::string::npos;
  };
  CHECK(says("elastic_beam", "array run_is_steady_only[2] = [0, 1]\n"));
  CHECK(says("steady_elastic_beam", "array run_is_steady_only[2] = [0, 0]\n"));
}

TEST_CASE("figures: the difference is that to the exact run of the same model, relative to its largest strain") {
  std::string history = kHistory;
  history.replace(history.find("1,0.25"), 6, "1,0.35");
  const plots::Run scheme = run("scheme", "lagrangian_contour", false, history);
  plots::Run other = run("other", "analytic_dde", true);
  other.model = "linear";
  const plots::FigureFiles files = plots::figure_files(result({scheme, other, run("dde", "analytic_dde", true)}));
  // The strains are 0, 0.25, 0.5; the middle one has an error of 0.1. The window of 0.04 s contains one row.
  CHECK(text_of(files.data, "data/scheme.difference.dat") == "0 0\n1 0.2\n2 0\n");
  CHECK(std::none_of(files.data.begin(), files.data.end(),
                     [](const auto& file) { return file.path == "data/other.difference.dat"; }));
  CHECK(text_of(files.scripts, "history_strain.gp").find("array run_has_difference[3] = [1, 0, 0]\n") !=
        std::string::npos);
}

TEST_CASE("figures: a size that is given stands before that of the figure") {
  plots::FigureFiles files = plots::figure_files(result({run("a", "lagrangian_contour", false)}));
  const std::string before = text_of(files.scripts, "fig2.gp");
  plots::set_size(files, {.width = 454});
  CHECK(text_of(files.scripts, "fig2.gp") == "picture_width = 454\n" + before);
  plots::set_size(files, {.width = 0, .height = 300});
  CHECK(text_of(files.scripts, "fig2.gp") == "picture_height = 300\npicture_width = 454\n" + before);
}

TEST_CASE("figures: the same result gives the same files") {
  const plots::Result r = result({run("a", "lagrangian_contour", false), run("dde", "analytic_dde", true)});
  const plots::FigureFiles first = plots::figure_files(r);
  const plots::FigureFiles second = plots::figure_files(r);
  REQUIRE(first.data.size() == second.data.size());
  for (std::size_t i = 0; i < first.data.size(); ++i) CHECK(first.data[i].text == second.data[i].text);
  for (std::size_t i = 0; i < first.scripts.size(); ++i) CHECK(first.scripts[i].text == second.scripts[i].text);
}

TEST_CASE("figures: a table with a missing column is named") {
  plots::Result r = result({run("a", "lagrangian_contour", false)});
  r.runs[0].history = CsvTable::parse("a/history.csv", "time [s]\n0\n");
  CHECK_THROWS_WITH_AS(plots::figure_files(r), doctest::Contains("a/history.csv:1: there is no column"),
                       beltdyn::IoError);
}

TEST_CASE("figures: a study has its errors over its parameter, relative to the range, with the orders") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("lagrange", "lagrangian_contour", false)}, .marks = {}};
  const beltdyn::postprocess::ErrorSeries errors{.errors = {4e-2, 1e-2, 0.0}, .orders = {2.0}, .fitted_order = 2.0};
  result.convergence = beltdyn::postprocess::Convergence{.parameter = "/runs/0/elements",
                                                         .name = "elements",
                                                         .larger_is_finer = true,
                                                         .expected_order = 2.0,
                                                         .runs = {{.run = "lagrange",
                                                                   .reference = "it's",
                                                                   .kind = beltdyn::postprocess::ReferenceKind::exact,
                                                                   .values = {10.0, 20.0, 40.0},
                                                                   .members = {"a", "b", "c"},
                                                                   .columns = {{.column = "strain_tight [-]",
                                                                                .maximum = errors,
                                                                                .l2 = errors,
                                                                                .final_value = errors,
                                                                                .size = 2.0,
                                                                                .is_rounding = false}}}},
                                                         .remarks = {}};
  CHECK(names(result).find("convergence ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  // An error of 0 has no place on a logarithmic axis.
  CHECK(text_of(files.data, "data/convergence.dat") ==
        "# strain tight, order 2.00: value, error\n10 0.02\n20 0.005\n\n\n");
  const std::string& script = text_of(files.scripts, "convergence.gp");
  CHECK(script.find("curve_title[1] = ['strain tight, order 2.00']\n") != std::string::npos);
  CHECK(script.find("references = 'it''s'\nrelative_to = 'the range'\nlarger_is_finer = 1\nn_curves = 1\n") !=
        std::string::npos);
  CHECK(script.find("order_is_theory = 1\narray order[1] = [2]\n") != std::string::npos);

  result.convergence->expected_order = 0.0;
  CHECK(text_of(plots::figure_files(result).scripts, "convergence.gp").find("array order[2] = [1, 2]\n") !=
        std::string::npos);
  result.convergence->runs[0].values = {10.0, 40.0, 20.0};
  result.convergence->runs[0].columns[0].l2.errors = {1e-2, 0.0, 0.0};
  CHECK(names(result).find("convergence") == std::string::npos);
}

TEST_CASE("figures: the study of a belt drive shows speeds, torques, creep, slip power and span forces") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("lagrange", "lagrangian_contour", false)}, .marks = {}};
  const beltdyn::postprocess::ErrorSeries errors{.errors = {4e-2, 1e-2}, .orders = {2.0}, .fitted_order = 2.0};
  beltdyn::postprocess::RunConvergence study{.run = "ale",
                                             .reference = "string",
                                             .kind = beltdyn::postprocess::ReferenceKind::exact,
                                             .values = {10.0, 20.0},
                                             .members = {"a", "b"},
                                             .columns = {}};
  for (const char* column :
       {"angular_velocity_1 [rad/s]", "torque_1 [N m]", "power_1 [W]", "hub_load_1 [N]", "creep_2 [-]",
        "slip_power_1 [W]", "hub_load_x_1 [N]", "hub_load_y_1 [N]", "slip_arc_1 [rad]", "slip_margin_1 [-]",
        "angular_velocity_2 [rad/s]", "torque_2 [N m]", "span_force_1 [N]", "span_force_2 [N]"}) {
    study.columns.push_back(
        {.column = column, .maximum = errors, .l2 = errors, .final_value = errors, .size = 2.0, .is_rounding = false});
  }
  result.convergence = beltdyn::postprocess::Convergence{
      .parameter = "/runs/0/elements", .name = "elements", .larger_is_finer = true, .runs = {study}, .remarks = {}};
  const std::string script = text_of(plots::figure_files(result).scripts, "convergence.gp");
  CHECK(script.find("n_curves = 8\n") != std::string::npos);
  for (const char* title :
       {"angular velocity 1", "angular velocity 2", "torque 2", "span force 2", "creep 2", "slip power 1"}) {
    CHECK(script.find(title) != std::string::npos);
  }
  CHECK(script.find("relative_to = 'the range'\n") != std::string::npos);
  // Of a steady drive, errors are relative to magnitudes, and those of a given load are rounding.
  for (beltdyn::postprocess::ColumnConvergence& column : result.convergence->runs[0].columns) {
    column.is_constant = true;
    column.is_rounding = column.column == "torque_2 [N m]";
  }
  const std::string steady = text_of(plots::figure_files(result).scripts, "convergence.gp");
  CHECK(steady.find("relative_to = 'the magnitude'\n") != std::string::npos);
  CHECK(steady.find("n_curves = 7\n") != std::string::npos);
  CHECK(steady.find("torque 2") == std::string::npos);
}

TEST_CASE("figures: a study of physics is drawn over its parameter, a panel for each unit, without orders") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("lagrange", "lagrangian_contour", false)}, .marks = {}};
  const auto column = [](const char* name, std::vector<double> values, bool is_affected) {
    return beltdyn::postprocess::ColumnOverParameter{
        .column = name, .final_values = std::move(values), .is_affected = is_affected};
  };
  result.parameter_study = beltdyn::postprocess::ParameterStudy{
      .parameter = "/drive/contact/friction/coefficient",
      .name = "coefficient",
      .runs = {{.run = "ale",
                .values = {0.4, 0.2, 0.3},
                .members = {"a", "b", "c"},
                .columns = {column("span_force_1 [N]", {1.0, 3.0, 2.0}, true),
                            column("torque_1 [N m]", {5.0, 6.0, 7.0}, true),
                            column("span_force_2 [N]", {-1.0, -3.0, -2.0}, true),
                            column("angular_velocity_1 [rad/s]", {9.0, 9.0, 9.0}, false)}}},
      .remarks = {}};
  CHECK(names(result).find("parameter_study ") != std::string::npos);
  CHECK(names(result).find("convergence") == std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  // In the order of the parameter, panel by panel.
  CHECK(text_of(files.data, "data/parameter_study.dat") ==
        "# span force 1 [N]: value, result\n0.2 3\n0.3 2\n0.4 1\n\n\n"
        "# span force 2 [N]: value, result\n0.2 -3\n0.3 -2\n0.4 -1\n\n\n"
        "# torque 1 [N m]: value, result\n0.2 6\n0.3 7\n0.4 5\n\n\n");
  const std::string& script = text_of(files.scripts, "parameter_study.gp");
  CHECK(script.find("n_panels = 2\nparameter = 'coefficient'\nis_wide = 0\nn_values = 3\n") != std::string::npos);
  CHECK(script.find("array unit[2] = ['N', 'N m']\narray n_curves[2] = [2, 1]\n") != std::string::npos);
  result.parameter_study->runs[0].columns.erase(result.parameter_study->runs[0].columns.begin(),
                                                result.parameter_study->runs[0].columns.begin() + 3);
  CHECK(names(result).find("parameter_study") == std::string::npos);
}

TEST_CASE("figures: a frequency response is drawn with a row for each unit, without constants") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("string", "lagrangian_contour", false)}, .marks = {}};
  CHECK(names(result).find("frequency_response") == std::string::npos);
  result.runs[0].response = CsvTable::parse(
      "frequency_response.csv",
      "frequency [Hz],angular_velocity_1_magnitude [-],angular_velocity_1_phase [rad],angular_velocity_2_magnitude [-],"
      "angular_velocity_2_phase [rad],torque_2_magnitude [N m/(rad/s)],torque_2_phase [rad],"
      "span_force_1_magnitude [N/(rad/s)],span_force_1_phase [rad],span_force_x_magnitude [N/(rad/s)]\n"
      "1,1,0,0.5,0,7,0,20,1.5707963267948966,1\n2,1,0,0.25,0,8,0,30,0,2\n");
  CHECK(names(result).find("frequency_response ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  CHECK(text_of(files.data, "data/frequency_response.dat") ==
        "# span force 1, string [N/(rad/s)]: frequency [Hz], magnitude, phase [deg]\n1 20 90\n2 30 0\n\n\n"
        "# angular velocity 2, string [-]: frequency [Hz], magnitude, phase [deg]\n1 0.5 0\n2 0.25 0\n\n\n");
  const std::string& script = text_of(files.scripts, "frequency_response.gp");
  CHECK(script.find("n_rows = 2\narray unit[2] = ['N/(rad/s)', '-']\narray n_curves[2] = [1, 1]\n") !=
        std::string::npos);
  CHECK(script.find("array curve_colour[2] = [1, 2]\n") != std::string::npos);
}

TEST_CASE("figures: modes are drawn for each run that has some, displaced along the path and across it") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("string", "lagrangian_contour", false)}, .marks = {}};
  ModeTable table{.places = {.pulleys = {{.label = "1", .axis = {0.0, 1.0}, .radius = 0.5}}, .points = {}},
                  .modes = {}};
  table.places.contour_length = 4.0;
  // A square of side 1, with tangents given at the corners.
  table.places.points = {{.sigma = 0.0, .position = {0.0, 0.0}, .tangent = {1.0, 0.0}},
                         {.sigma = 1.0, .position = {1.0, 0.0}, .tangent = {1.0, 0.0}},
                         {.sigma = 2.0, .position = {1.0, 1.0}, .tangent = {0.0, 1.0}},
                         {.sigma = 3.0, .position = {0.0, 1.0}, .tangent = {-1.0, 0.0}}};
  const ModeShape shape{.angle = {0.0},
                        .mount = {0.0},
                        .accessory = {0.0},
                        .across = {1.0, 0.0, 0.0, 0.0},
                        .along = {0.0, 1.0, 0.0, -1.0}};
  table.modes.push_back({.mode = {.root = {-1.0, 7.0}, .shape = shape}, .energy = {}, .name = "along the belt"});
  CHECK(names(result).find("mode_shapes") == std::string::npos);
  result.runs[0].modes = table;
  CHECK(names(result).find("mode_shapes_string ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  const std::string& data = text_of(files.data, "data/mode_shapes_string.dat");
  CHECK(data.starts_with("0 0 0\n1 0 1\n1 1 0\n0 1 -1\n0 0 0\n\n\n0 1\n0.5 1\n"));
  // The drive is 1.5 m high, with margins of 0.07 of the height; a displacement of 1 m has this part of the whole.
  CHECK(data.find("\n\n0 0.1197 0\n1 0.1197 1\n1 1 0\n0.1197 1 -1\n") != std::string::npos);
  const std::string& script = text_of(files.scripts, "mode_shapes_string.gp");
  CHECK(script.find("array mode_title[1] = ['1: 1.114 Hz, damping 0.141']\n") != std::string::npos);
  CHECK(script.find("array mode_name[1] = ['along the belt']\n") != std::string::npos);
}

// A straight belt of one metre that a mode displaces across by 0.1 m, Re(0.1 exp(iφ)): at rest after a quarter of a
// period, on the other side after half a period.
TEST_CASE("figures: a mode is a series of twelve instants of its period for ParaView") {
  ModeTable table{.places = {.pulleys = {}, .points = {}}, .modes = {}};
  table.places.contour_length = 1.0;
  table.places.points = {{.sigma = 0.0, .position = {0.0, 0.0}}, {.sigma = 1.0, .position = {1.0, 0.0}}};
  table.modes.push_back(
      {.mode = {.root = {0.0, 4.0 * 3.14159265358979},
                .shape = {.angle = {}, .mount = {}, .accessory = {}, .across = {0.0, 1.0}, .along = {0.0, 0.0}}},
       .energy = {},
       .name = {}});
  REQUIRE(table.places.is_open());
  const std::vector<plots::TextFile> files = plots::mode_series(table, 0, 0.1, "paraview/run");
  REQUIRE(files.size() == 13);
  CHECK(text_of(files, "paraview/run/mode_01.pvd").find("timestep=\"0.25\" part=\"0\" file=\"mode_01/06.vtp\"") !=
        std::string::npos);
  CHECK(text_of(files, "paraview/run/mode_01/00.vtp").find("\n0 0 0\n1 0.1 0\n") != std::string::npos);
  CHECK(text_of(files, "paraview/run/mode_01/06.vtp").find("\n0 0 0\n1 -0.1 0\n") != std::string::npos);
  const plots::ModePicture quarter = plots::displaced(table.places, table.modes[0].mode.shape, {0.0, 0.1});
  CHECK(std::abs(quarter.belt[1].y()) < 1e-12);
}

// A rope goes down to a block of radius R and up again. The block moves up by u: the rope before it stays, that behind
// it goes up by 2 u, and runs over the block by u. Points of a span that pass onto the block have a part p of its rise,
// which is (1 − p) u sin φ less: 0.05 · 0.15 m · sin 0.2 = 1.5 mm for the last one, below a hundredth of R.
TEST_CASE("figures: a block that moves keeps its rope around it") {
  constexpr double kRadius = 0.2;
  constexpr double kRise = 0.15;
  constexpr double kSpan = 2.0;
  constexpr int kOnArc = 60;
  constexpr double kHalfTurn = 3.14159265358979324;
  ModePlaces places{.pulleys = {{.label = "1", .axis = {0.0, 0.0}, .radius = kRadius, .axis_by = {0.0, 1.0}}},
                    .points = {},
                    .ends = {"1", "2"}};
  ModeShape shape{.angle = {kRise / kRadius}, .mount = {kRise}, .accessory = {0.0}, .across = {}, .along = {}};
  const double arc = kHalfTurn * kRadius;
  places.contour_length = 2.0 * kSpan + arc + 1e-15;  // sums of lengths are rounded
  const auto add = [&](double sigma, const Eigen::Vector2d& at, const Eigen::Vector2d& tangent, int span,
                       const Eigen::Vector2d& moved) {
    places.points.push_back({.sigma = sigma, .position = at, .tangent = tangent, .span = span});
    shape.along.emplace_back(moved.dot(tangent));
    shape.across.emplace_back(moved.dot(Eigen::Vector2d(-tangent.y(), tangent.x())));
  };
  for (int i = 0; i < 20; ++i) {
    add(kSpan * i / 20, {-kRadius, kSpan * (20 - i) / 20}, {0.0, -1.0}, 0, {0.0, 0.0});
  }
  for (int i = 0; i <= kOnArc; ++i) {
    const double phi = kHalfTurn * i / kOnArc;
    const Eigen::Vector2d tangent(std::sin(phi), -std::cos(phi));
    add(kSpan + kRadius * phi, {-kRadius * std::cos(phi), -kRadius * std::sin(phi)}, tangent, -1,
        Eigen::Vector2d(0.0, kRise) + kRise * tangent);
  }
  for (int i = 1; i <= 20; ++i) {
    add(kSpan + arc + kSpan * i / 20, {kRadius, kSpan * i / 20}, {0.0, 1.0}, 1, {0.0, 2.0 * kRise});
  }
  CHECK(places.is_open());
  const plots::ModePicture picture = plots::displaced(places, shape, 1.0);
  REQUIRE(picture.belt.size() == places.points.size());
  CHECK(picture.belt.front().isApprox(places.points.front().position, 1e-12));
  for (const Eigen::Vector2d& point : picture.belt) {
    const double off = point.y() > kRise ? std::abs(point.x()) : (point - Eigen::Vector2d(0.0, kRise)).norm();
    CHECK(std::abs(off - kRadius) < 0.01 * kRadius);
  }
}

TEST_CASE("figures: a Campbell diagram has a block of each mode and each order") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("string", "lagrangian_contour", false)}, .marks = {}};
  CHECK(names(result).find("campbell") == std::string::npos);
  result.runs[0].campbell =
      CsvTable::parse("campbell.csv",
                      "angular_velocity [rad/s],mode [-],frequency [Hz],damping_ratio [-],real [1/s],order_2 [Hz]\n"
                      "10,1,5,0.1,-3,3.2\n10,3,8,0.2,-10,3.2\n20,1,6,-0.1,4,6.4\n");
  CHECK(names(result).find("campbell_string ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  CHECK(text_of(files.data, "data/campbell_string.dat") ==
        "10 5 0.1 -3\n20 6 -0.1 4\n\n\n10 8 0.2 -10\n\n\n10 3.2\n10 3.2\n20 6.4\n\n\n");
  CHECK(text_of(files.scripts, "campbell_string.gp").find("n_modes = 2\nn_orders = 1\nhighest = 8\n") !=
        std::string::npos);
}

TEST_CASE("figures: modes of a Campbell diagram have the names of modes.csv, where they have the same numbers") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("string", "lagrangian_contour", false)}, .marks = {}};
  plots::Run& shown = result.runs[0];
  shown.campbell =
      CsvTable::parse("campbell.csv",
                      "angular_velocity [rad/s],mode [-],frequency [Hz],damping_ratio [-],real [1/s],order_2 [Hz]\n"
                      "10,2,5,0.1,-3,3.2\n10,4,8,0.2,-10,3.2\n20,2,6,-0.1,4,6.4\n");
  shown.operating = plots::OperatingRange{.pulley = "1 (crank)", .low = 14.0, .high = 15.0};
  const std::string nameless = text_of(plots::figure_files(result).scripts, "campbell_string.gp");
  CHECK(nameless.find("array label_text[2] = ['mode 2', 'mode 4']\n") != std::string::npos);
  CHECK(nameless.find("operating_low = 14\noperating_high = 15\noperating_title = 'operating range'\n") !=
        std::string::npos);
  CHECK(nameless.find("'order 2 of pulley 1 (crank)'") != std::string::npos);
  const auto mode = [](double rate, double frequency, const char* name) {
    return NamedMode{
        .mode = {.root = {rate, 2.0 * 3.14159265358979 * frequency},
                 .shape = {.angle = {}, .mount = {}, .accessory = {}, .across = {0.0, 1.0}, .along = {0.0, 0.0}}},
        .energy = {},
        .name = name};
  };
  shown.modes =
      ModeTable{.places = {}, .modes = {mode(0.5, 5.45, "first"), mode(0.5, 5.5, "rotation"), mode(-10, 8, "third")}};
  shown.modes->places.contour_length = 1.0;
  shown.modes->places.points = {{.sigma = 0.0, .position = {0.0, 0.0}}, {.sigma = 1.0, .position = {1.0, 0.0}}};
  const std::string named = text_of(plots::figure_files(result).scripts, "campbell_string.gp");
  CHECK(named.find("array label_text[2] = ['2: rotation', 'mode 4']\n") != std::string::npos);
  CHECK(named.find("array label_end_y[2] = [6, 8]\n") != std::string::npos);
}

TEST_CASE("figures: the response to orders has a curve for each of them, what has no amplitude left out") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("string", "lagrangian_contour", false)}, .marks = {}};
  CHECK(names(result).find("order_response") == std::string::npos);
  result.runs[0].orders = CsvTable::parse(
      "order_response.csv",
      "angular_velocity [rad/s],pulley [-],order [-],frequency [Hz],angular_velocity_1_magnitude [rad/s],"
      "angular_velocity_1_phase [rad],span_force_1_magnitude [N],span_force_1_phase [rad]\n"
      "10,1,2,3.2,0,0,5,0\n10,1,4,6.4,0,0,7,0\n20,1,2,6.4,0,0,6,0\n20,1,4,12.7,0,0,8,0\n");
  CHECK(names(result).find("order_response_string ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  CHECK(text_of(files.data, "data/order_response_string.dat") ==
        "# span force 1, order 2 of pulley 1; amplitude [N]: angular velocity [rad/s], value\n10 5\n20 6\n\n\n"
        "# span force 1, order 4 of pulley 1; amplitude [N]: angular velocity [rad/s], value\n10 7\n20 8\n\n\n");
  const std::string& script = text_of(files.scripts, "order_response_string.gp");
  CHECK(script.find("n_rows = 1\n") != std::string::npos);
  CHECK(script.find("array label[1] = ['amplitude [N]']\narray least[1] = [0]\narray most[1] = [8]\n"
                    "array n_curves[1] = [2]\n") != std::string::npos);
}

TEST_CASE("figures: the steady motion over the speed has a panel for forces, margins, loads and mounts") {
  plots::Result result{
      .drive = ContourDrive{}, .end_time = 2.0, .runs = {run("string", "lagrangian_contour", false)}, .marks = {}};
  CHECK(names(result).find("steady_at_speeds") == std::string::npos);
  result.runs[0].states = CsvTable::parse(
      "steady_at_speeds.csv",
      "angular_velocity [rad/s],hub_load_1 [N],slip_margin_1 [-],mount_position_2 [rad],span_force_1 [N],"
      "gross_slip_1 [-]\n10,5,0.5,3.14159265358979,-7,0\n20,6,0.25,0,8,1\n");
  result.runs[0].operating = plots::OperatingRange{.pulley = "1", .low = 12.0, .high = 15.0};
  CHECK(names(result).find("steady_at_speeds_string ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(result);
  const std::string& script = text_of(files.scripts, "steady_at_speeds_string.gp");
  CHECK(script.find("array label[4] = ['span force [N]', 'slip margin [-]', 'hub load [N]', 'mount position [deg]']\n"
                    "array least[4] = [-7, 0, 5, 0]\narray most[4] = [8, 0.5, 6, 180]\n") != std::string::npos);
  CHECK(script.find("has_operating = 1\noperating_low = 12\noperating_high = 15\n") != std::string::npos);
  CHECK(
      text_of(files.data, "data/steady_at_speeds_string.dat").find("[deg]: angular velocity [rad/s], value\n10 180") !=
      std::string::npos);
}

TEST_CASE("figures: curves of linear analyses have the names of their pulleys and of those at the ends of spans") {
  BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
  drive.pulleys[0].name = "crank";
  CHECK(plots::linear_quantity_title("angular_velocity_1", drive) == "angular velocity 1 (crank)");
  CHECK(plots::linear_quantity_title("angular_velocity_2", drive) == "angular velocity 2");
  CHECK(plots::linear_quantity_title("span_force_2", drive) == "span force 2");
  drive.pulleys[1].name = "fan";
  CHECK(plots::linear_quantity_title("span_force_2", drive) == "span force 2 (fan to crank)");
  CHECK(plots::linear_quantity_title("accessory_torque_3", drive) == "accessory torque 3");
  CHECK(plots::linear_quantity_title("probe_x", drive) == "probe x");
  CHECK(plots::linear_quantity_title("torque_2", ContourDrive{}) == "torque 2");

  plots::Result result{.drive = drive, .end_time = 2.0, .runs = {run("string", "analytic_string", false)}, .marks = {}};
  result.runs[0].orders =
      CsvTable::parse("order_response.csv",
                      "angular_velocity [rad/s],pulley [-],order [-],frequency [Hz],accessory_torque_2_magnitude [N m],"
                      "accessory_torque_2_phase [rad]\n10,1,2,3.2,5,0\n20,1,2,6.4,6,0\n");
  CHECK(text_of(plots::speed_figure_files(result).scripts, "order_response_string.gp")
            .find("['accessory torque 2 (fan), order 2 of pulley 1 (crank)']\n") != std::string::npos);
}

}  // namespace beltdyn::figures_test
