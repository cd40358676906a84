// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/drive.hpp"
#include "core/numerics/close.hpp"
#include "plots/figures.hpp"
#include "plots/test/figure_support.hpp"

namespace beltdyn::belt_figures_test {

using beltdyn::test::names;
using beltdyn::test::text_of;

namespace {

const std::string kHistory =
    "time [s],angular_velocity_1 [rad/s],torque_1 [N m],drive_torque_1 [N m],slip_arc_1 [rad],"
    "angular_velocity_2 [rad/s],torque_2 [N m],slip_arc_2 [rad],span_force_1 [N],span_speed_1 [m/s],span_force_2 [N],"
    "span_speed_2 [m/s]\n0,12,-1,1,0.1,11,2,0.2,300,1.1,500,1.2\n1,12,-3,3,0.3,11,4,0.4,200,1.1,600,1.2\n";
const std::string kProfiles =
    "time [s],sigma [m],strain [-],force [N],speed [m/s],pressure [N/m],traction [N/m],contact_state [-]\n"
    "0,0.5,0.01,400,1,0,0,2\n1,0.5,0.02,500,1,7,8,0\n";
const std::string kZones =
    "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n0,1,0.2,0.3,-1\n1,1,0.1,0.3,-1\n";

// Points at unequal distances on a circle of radius 1, with a pulley inside.
postprocess::TimedShape circle() {
  postprocess::TimedShape timed{.time = 1.0, .shape = {}};
  for (const double angle : {0.0, 0.1, 0.2, 0.5, 1.5, 2.5, 4.0, 5.5}) {
    timed.shape.belt.push_back({.position = {std::cos(angle), std::sin(angle), 0.0},
                                .force = 400.0 + angle,
                                .pressure = 10.0 * angle,
                                .contact_state = 1});
  }
  timed.shape.pulleys = {{.center = {0.0, 0.5}, .radius = 0.25, .angle = 1.5}};
  return timed;
}

plots::Result result(const std::string& history = kHistory) {
  plots::Run run{.name = "a_run",
                 .formulation = "any",
                 .model = "any",
                 .history = CsvTable::parse("history.csv", history),
                 .profiles = CsvTable::parse("profiles.csv", kProfiles),
                 .slip_zones = CsvTable::parse("slip_zones.csv", kZones),
                 .shape = circle()};
  return {.drive = beltdyn::test::read_drive(beltdyn::test::kNtarladimaDrive),
          .end_time = 1.0,
          .runs = {std::move(run)},
          .marks = {}};
}

// kHistory with a speed that varies.
std::string faster() {
  std::string history = kHistory;
  return history.replace(history.find("1,12,-3"), 4, "1,13");
}

std::vector<std::vector<double>> rows(const std::string& text) {
  std::vector<std::vector<double>> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    all.emplace_back();
    for (double number = 0.0; numbers >> number;) all.back().push_back(number);
  }
  return all;
}

}  // namespace

TEST_CASE("belt figures: each is drawn if the runs have its data") {
  const std::string histories = "belt_torque belt_span_force belt_slip_arc ";  // speeds do not vary
  plots::Result r = result();
  const std::string profiles = "belt_profiles belt_instants belt_spans ";
  CHECK(names(r) == "belt_force belt_contact " + profiles + "belt_eytelwein belt_slip_zones " + histories);
  r.runs[0].shape.reset();
  CHECK(names(r) == profiles + "belt_eytelwein belt_slip_zones " + histories);
  r.runs[0].slip_zones = CsvTable::parse("slip_zones.csv", kZones.substr(0, kZones.find('\n') + 1));
  CHECK(names(r) == profiles + histories);
  r.runs[0].profiles = CsvTable::parse("profiles.csv", kProfiles.substr(0, kProfiles.rfind("1,0.5")));
  CHECK(names(r) == "belt_profiles belt_spans " + histories);
  r.runs[0].profiles = CsvTable::parse("profiles.csv", kProfiles.substr(0, kProfiles.find('\n') + 1));
  CHECK(names(r) == histories);
  // Of one state there is nothing to draw over time; what varies is drawn with it.
  const std::string first_row = kHistory.substr(0, kHistory.find("\n1,") + 1);
  plots::Result steady = result(first_row + "1" + first_row.substr(first_row.find("\n0,") + 2));
  CHECK(names(steady) == "belt_force belt_contact belt_profiles belt_spans belt_eytelwein belt_slip_zones ");
  CHECK(names(result(faster())).find("belt_angular_velocity ") != std::string::npos);
}

TEST_CASE("belt figures: hub loads, slip margins, mounts and tensions have figures where a run reports them") {
  plots::Result r = result(
      "time [s],angular_velocity_1 [rad/s],torque_1 [N m],slip_arc_1 [rad],angular_velocity_2 [rad/s],torque_2 [N m],"
      "slip_arc_2 [rad],span_force_1 [N],span_speed_1 [m/s],span_force_2 [N],span_speed_2 [m/s],hub_load_1 [N],"
      "hub_load_2 [N],slip_margin_1 [-],slip_margin_2 [-],mount_position_2 [rad]\n"
      "0,12,-1,0.1,11,2,0.2,300,1.1,500,1.2,900,910,0.5,0.6,0\n1,12,-3,0.3,11,4,0.4,200,1.1,600,1.2,800,810,0.4,0.3,"
      "1\n");
  r.runs[0].histograms = {
      {.column = "span_force_1", .bin_width = 10.0, .begin = {100.0, 110.0, 130.0}, .share = {0.2, 0.3, 0.5}}};
  const std::string bearings = "belt_slip_margin belt_hub_load ";
  CHECK(names(r).ends_with("belt_slip_arc " + bearings + "belt_tension_histogram "));
  std::get<BeltDrive>(*r.drive).pulleys[1].mount = ArmMount{.pivot = {0.3, 0.1}};
  CHECK(names(r).ends_with("belt_slip_arc " + bearings + "belt_mounts belt_tension_histogram "));
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(text_of(files.data, "data/a_run.hub_load.dat") == "0 900 910\n1 800 810\n");
  CHECK(text_of(files.data, "data/a_run.slip_margin.dat") == "0 0.5 0.6\n1 0.4 0.3\n");
  // 1 rad
  CHECK(text_of(files.data, "data/a_run.mounts.dat") == "0 0\n1 57.29577951\n");
  // The outline falls to 0 where there is no bin; span 2 has no bins.
  CHECK(text_of(files.data, "data/a_run.tension.dat") ==
        "100 0\n100 20\n110 20\n110 30\n120 30\n120 0\n130 0\n130 50\n140 50\n140 0\n\n\nNaN NaN\n\n\n");
  // One panel for the mount, two for the pulleys.
  CHECK(text_of(files.scripts, "belt_mounts.gp").find("n_rows = 1\nn_columns = 1\n") != std::string::npos);
  CHECK(text_of(files.scripts, "belt_mounts.gp").find("mount_title[1] = ['pulley 2']\n") != std::string::npos);
  CHECK(text_of(files.scripts, "belt_hub_load.gp").find("n_rows = 2\nn_columns = 1\n") != std::string::npos);
}

TEST_CASE("belt figures: Euler-Eytelwein starts at the slack end of a slip zone, with the friction of the run") {
  plots::Result r = result();
  r.runs[0].profiles =
      CsvTable::parse("profiles.csv", kProfiles.substr(0, kProfiles.find('\n') + 1) +
                                          "1,0,0,700,1,0,0,0\n1,0.2,0,300,20,0,0,0\n1,0.3,0,200,20,0,0,0\n");
  // pulley 1 with R = 0.1 m: 1.5 rad; the other zone is too short to be visible
  r.runs[0].slip_zones = CsvTable::parse(
      "slip_zones.csv", kZones.substr(0, kZones.find('\n') + 1) + "0,1,0,0.3,-1\n1,1,0.15,0.3,-1\n1,2,0.7,0.75,1\n");
  // Friction on the surface has a shorter lever than the belt.
  const double offset = std::get<BeltDrive>(*r.drive).belt.contact_offset;
  REQUIRE(offset > 0.0);
  const auto force_at_begin = [&r](double coefficient) {
    const auto curve = rows(text_of(plots::figure_files(r).data, "data/a_run.eytelwein.dat"));
    REQUIRE(curve.size() > 10);
    CHECK(curve.front()[0] == 0.15);
    const std::vector<double>& last = curve[curve.size() - 2];  // before the empty line
    CHECK(last == std::vector<double>{0.3, 200.0});
    const double lift = std::get<BeltDrive>(*r.drive).belt.mass_per_length * 20.0 * 20.0;  // m v²
    REQUIRE(lift > 0.0);
    CHECK(close(curve.front()[1], lift + (200.0 - lift) * std::exp(coefficient * 1.5), {.rel = 1e-9}));
  };
  force_at_begin(0.5 * (0.1 - offset) / 0.1);
  BeltDrive slippery = std::get<BeltDrive>(*r.drive);
  const CoulombParameters friction = slippery.contact->coulomb().value();
  slippery.contact->friction = elastoplastic_coulomb(0.25, friction.stiffness, friction.damping);
  r.runs[0].own_drive = slippery;
  force_at_begin(0.25 * (0.1 - offset) / 0.1);
  // A row that is interpolated has the time of the row.
  r.runs[0].slip_zones =
      CsvTable::parse("slip_zones.csv", kZones.substr(0, kZones.find('\n') + 1) + "1.0000000000000002,1,0.15,0.3,-1\n");
  force_at_begin(0.25 * (0.1 - offset) / 0.1);
  // Friction of a contour drive does not grow with the force.
  r.runs[0].model = "finite_contour";
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(std::ranges::none_of(files.data,
                             [](const plots::TextFile& file) { return file.path.ends_with("eytelwein.dat"); }));
}

TEST_CASE("belt figures: a script contains the belt path and its drawing commands") {
  const plots::FigureFiles files = plots::figure_files(result());
  const std::string& script = text_of(files.scripts, "belt_force.gp");
  for (const char* line :
       {"figure = 'belt_force'\n", "n_runs = 1\n", "n_pulleys = 2\n", "L = 1.256637061\n", "x_low = -0.1\n",
        "x_high = 0.4141592654\n", "arc_start[2] = [0, 0.6283185307]\n",
        "arc_length[2] = [0.3141592654, 0.3141592654]\n", "span_length[2] = [0.3141592654, 0.3141592654]\n",
        "span_x[2] = [0.1570796327, 0.1570796327]\n", "span_y[2] = [-0.1, 0.1]\n", "span_tx[2] = [1, -1]\n",
        "names_are_outside = ", "shape_time[1] = [1]\n", "set terminal", "set palette"}) {
    CAPTURE(line);
    CHECK(script.find(line) != std::string::npos);
  }
  // usual width, and the height that the picture of the drive needs: (0.87 · 900 − 20) · 0.2/0.51416 + 60
  CHECK(script.find("width = 900\nheight = 357\n") != std::string::npos);
  // a panel for each of the two pulleys
  CHECK(text_of(files.scripts, "belt_torque.gp").find("n_rows = 2\nn_columns = 1\n") != std::string::npos);
}

TEST_CASE("belt figures: pictures of drives that are not much wider than high stand side by side") {
  plots::Result r = result();
  for (const char* name : {"b", "c"}) {
    r.runs.push_back(r.runs[0]);
    r.runs.back().name = name;
  }
  std::get<BeltDrive>(*r.drive).pulleys[1].center = {0.2, 0.0};
  const plots::FigureFiles files = plots::figure_files(r);
  // Two columns of (0.87 · 450 − 20) · 0.2/0.4 + 60 = 246 px
  CHECK(text_of(files.scripts, "belt_contact.gp").find("width = 900\nheight = 492\nn_rows = 2\nn_columns = 2\n") !=
        std::string::npos);
  CHECK(text_of(files.scripts, "belt_slip_zones.gp").find("n_rows = 3\nn_columns = 1\n") != std::string::npos);
}

TEST_CASE("belt figures: an arm has a pivot, other pulleys have none") {
  plots::Result r = result();
  auto& drive = std::get<BeltDrive>(*r.drive);
  drive.pulleys[1].mount = ArmMount{.pivot = {0.3, 0.45}, .prescribed_angle = TimeFunction(0.0)};
  const plots::FigureFiles files = plots::figure_files(r);
  const std::string& script = text_of(files.scripts, "belt_force.gp");
  CHECK(script.find("pivot_x[2] = [NaN, 0.3]\narray pivot_y[2] = [NaN, 0.45]\n") != std::string::npos);
}

TEST_CASE(
    "belt figures: results over a load that grows, not over one that ripples or that of a conveyor, which is on its "
    "spans") {
  std::string history = kHistory.substr(0, kHistory.find('\n') + 1);
  for (int i = 0; i < 8; ++i) {
    history += fmt::format("{0},12,-1,1,0.1,11,{1},0.2,300,1.1,500,1.2\n", i, 2.0 + i);
  }
  plots::Result r = result(history);
  CHECK(names(r).find("belt_characteristic ") != std::string::npos);
  std::string ripple = kHistory.substr(0, kHistory.find('\n') + 1);
  for (int i = 0; i < 8; ++i) {
    ripple += fmt::format("{0},12,-1,1,0.1,11,{1},0.2,300,1.1,500,1.2\n", i, i % 2 == 0 ? 2.0 : 9.0);
  }
  CHECK(names(result(ripple)).find("belt_characteristic ") == std::string::npos);
  std::get<BeltDrive>(*r.drive).spans = {{.from = 1, .load_per_length = 80.0}};
  CHECK(names(r).find("belt_characteristic ") == std::string::npos);
}

TEST_CASE("belt figures: a run has one colour in all figures, whichever of them show it") {
  plots::Result r = result();
  r.runs.insert(r.runs.begin(), r.runs[0]);
  r.runs[0].name = "without_shape";
  r.runs[0].shape.reset();
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(text_of(files.scripts, "belt_torque.gp").find("run_number[2] = [0, 1]\n") != std::string::npos);
  CHECK(text_of(files.scripts, "belt_force.gp").find("run_number[1] = [1]\n") != std::string::npos);
}

TEST_CASE("belt figures: the history without what the pictures do not show") {
  CHECK(text_of(plots::figure_files(result()).data, "data/a_run.history.dat") ==
        "0 12 -1 0.1 11 2 0.2 300 1.1 500 1.2\n1 12 -3 0.3 11 4 0.4 200 1.1 600 1.2\n");
  CHECK(text_of(plots::figure_files(result()).data, "data/a_run.last_profile.dat") == "0.5 0.02 500 1 8 0 7\n");
  CHECK(text_of(plots::figure_files(result()).data, "data/a_run.backward.dat") == "0 0.2 0.3\n1 0.1 0.3\n");
}

TEST_CASE("belt figures: a span on idlers has its forces where it begins and ends, behind the other columns") {
  std::string history = kHistory;
  history.insert(history.find('\n'), ",span_entry_force_1 [N],span_exit_force_1 [N]");
  history.insert(history.find("\n1,"), ",700,800");
  history.insert(history.size() - 1, ",710,810");
  plots::Result r = result(history);
  std::get<BeltDrive>(*r.drive).spans = {{.from = 1, .load_per_length = 80.0}};
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(text_of(files.data, "data/a_run.history.dat") ==
        "0 12 -1 0.1 11 2 0.2 300 1.1 500 1.2 700 800\n1 12 -3 0.3 11 4 0.4 200 1.1 600 1.2 710 810\n");
  CHECK(text_of(files.scripts, "belt_span_force.gp").find("run_on_idlers[2] = [1, 0]\n") != std::string::npos);
}

TEST_CASE("belt figures: the speed of an accessory is drawn with its pulley, that of a run without it is missing") {
  plots::Result r = result(faster());
  std::get<BeltDrive>(*r.drive).pulleys[1].accessory.emplace();
  CHECK(text_of(plots::figure_files(r).data, "data/a_run.history.dat").find("1.2 nan\n") != std::string::npos);
  CHECK(text_of(plots::figure_files(r).scripts, "belt_angular_velocity.gp").find("accessory[2] = [0, 1]\n") !=
        std::string::npos);
}

TEST_CASE("belt figures: the torques of accessories have a panel each") {
  std::string history = kHistory;
  history.insert(history.find('\n'), ",accessory_torque_2 [N m]");
  history.insert(history.find("\n1,"), ",3");
  history.insert(history.size() - 1, ",0");
  plots::Result r = result(history);
  std::get<BeltDrive>(*r.drive).pulleys[1].accessory.emplace();
  CHECK(names(r).find("belt_accessory_torque ") != std::string::npos);
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(text_of(files.data, "data/a_run.accessory_torque.dat") == "0 3\n1 0\n");
  const std::string& script = text_of(files.scripts, "belt_accessory_torque.gp");
  CHECK(script.find("n_accessories = 1\n") != std::string::npos);
  CHECK(script.find("array accessory_title[1] = ['pulley 2']\n") != std::string::npos);
}

TEST_CASE("belt figures: accessories and mounts that only a variant has are drawn, those of other runs are missing") {
  std::string history = kHistory;
  history.insert(history.find('\n'), ",accessory_torque_2 [N m],mount_position_1 [m]");
  history.insert(history.find("\n1,"), ",3,0.002");
  history.insert(history.size() - 1, ",0,0.001");
  plots::Result r = result(history);
  BeltDrive variant = std::get<BeltDrive>(*r.drive);
  variant.pulleys[1].accessory.emplace();
  variant.pulleys[0].mount = SliderMount{};
  r.runs.push_back(result().runs[0]);
  r.runs[1].name = "plain";
  r.runs[0].own_drive = variant;
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(text_of(files.scripts, "belt_accessory_torque.gp").find("n_accessories = 1\n") != std::string::npos);
  CHECK(text_of(files.scripts, "belt_mounts.gp").find("n_mounts = 1\n") != std::string::npos);
  CHECK(text_of(files.data, "data/a_run.accessory_torque.dat") == "0 3\n1 0\n");
  CHECK(text_of(files.data, "data/a_run.mounts.dat") == "0 2\n1 1\n");
  CHECK(text_of(files.data, "data/plain.history.dat").find(" nan\n") != std::string::npos);
}

TEST_CASE("belt figures: the belt is closed, its comb even and outward") {
  const plots::FigureFiles files = plots::figure_files(result());
  const auto belt = rows(text_of(files.data, "data/a_run.belt.dat"));
  REQUIRE(belt.size() == 9);
  CHECK(belt.front() == belt.back());
  CHECK(belt[0] == std::vector<double>{1.0, 0.0, 400.0, 1.0});
  CHECK(rows(text_of(files.data, "data/a_run.pulleys.dat")) == std::vector<std::vector<double>>{{0.0, 0.5, 0.25, 1.5}});

  const auto comb = rows(text_of(files.data, "data/a_run.comb.dat"));
  REQUIRE(comb.size() == 300);
  double length = 0.0;
  for (std::size_t i = 0; i < 8; ++i) length += std::hypot(belt[i + 1][0] - belt[i][0], belt[i + 1][1] - belt[i][1]);
  for (std::size_t i = 0; i < comb.size(); ++i) {
    const std::vector<double>& a = comb[i];
    const std::vector<double>& b = comb[(i + 1) % comb.size()];
    // along the polygon, of which a corner may be cut
    CHECK(std::hypot(b[0] - a[0], b[1] - a[1]) <= length / 300.0 * (1.0 + 1e-6));
    CHECK(std::hypot(b[0] - a[0], b[1] - a[1]) >= 0.7 * length / 300.0);
    CHECK(a[0] * a[2] + a[1] * a[3] > 0.0);
  }
}

TEST_CASE("belt figures: a table with a missing column is named") {
  CHECK_THROWS_WITH_AS(plots::figure_files(result("time [s]\n0\n")), doctest::Contains("there is no column"), IoError);
}

TEST_CASE("belt figures: of rigid links, the forces on the tagged one and what its friction elements do") {
  plots::Result r = result();
  CHECK(names(r).find("links") == std::string::npos);
  const std::size_t line = kHistory.find('\n');
  const std::string link =
      ",applied_torque_2 [N m],mark_normal_force [N],mark_friction_force [N],mark_joint_force [N],"
      "mark_slip_velocity [m/s]";
  const auto history = [&](const std::string& columns, const std::string& first, const std::string& second) {
    const std::string body = kHistory.substr(line + 1);
    return CsvTable::parse("history.csv", kHistory.substr(0, line) + columns + "\n" + body.substr(0, body.find('\n')) +
                                              first + body.substr(body.find('\n'), body.rfind('\n') - body.find('\n')) +
                                              second + "\n");
  };
  r.runs[0].history = history(link, ",7,1,2,3,4", ",8,5,6,7,8");
  CHECK(names(r).starts_with("links_drive links_contact belt_force"));
  CHECK(text_of(plots::figure_files(r).data, "data/a_run.link.dat") == "0 1 2 3 4 0 7\n1 5 6 7 8 0 8\n");
  r.runs[0].history = history(link + ",mark_friction_1 [-],mark_element_force_1 [N],mark_displacement_1 [m]",
                              ",7,1,2,3,4,0.1,0.2,0.3", ",8,5,6,7,8,0.4,0.5,0.6");
  CHECK(names(r).starts_with("links_drive links_contact links_elements links_displacement belt_force"));
  CHECK(text_of(plots::figure_files(r).data, "data/a_run.link.dat") ==
        "0 1 2 3 4 0.1 0.2 0.3 0 7\n1 5 6 7 8 0.4 0.5 0.6 0 8\n");
  CHECK(text_of(plots::figure_files(r).scripts, "links_elements.gp").find("n_elements = 1\n") != std::string::npos);
}

TEST_CASE("belt figures: of balances the largest of each kind is drawn, of the kinds that are off by anything") {
  const std::size_t line = kHistory.find('\n');
  const std::size_t row = kHistory.find('\n', line + 1);
  const auto with = [&](const std::string& first, const std::string& second) {
    return result(kHistory.substr(0, line) + ",balance_torque_1 [-],balance_torque_2 [-],balance_power [-]" +
                  kHistory.substr(line, row - line) + first + kHistory.substr(row, kHistory.size() - 1 - row) + second +
                  "\n");
  };
  CHECK(names(result()).find("balances") == std::string::npos);
  CHECK(names(with(",0,0,0", ",0,0,0")).find("balances") == std::string::npos);
  const plots::Result r = with(",0,0,0", ",0.25,-0.5,0");
  CHECK(names(r).ends_with("belt_slip_arc balances "));
  CHECK(text_of(plots::figure_files(r).data, "data/a_run.balances.dat") == "0 nan nan 0 0 nan\n1 nan nan 0.5 0 nan\n");
  CHECK(text_of(plots::figure_files(r).scripts, "balances.gp").find("balance_column[1] = [4]\n") != std::string::npos);
}

}  // namespace beltdyn::belt_figures_test
