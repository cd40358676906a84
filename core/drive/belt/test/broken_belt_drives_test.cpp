// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"

namespace beltdyn::broken_belt_drives_test {

using namespace beltdyn::test;

namespace {

struct BrokenDrive {
  std::vector<std::string> edits;
  std::string message;  // the error message after file and line
};

std::string complaint(const std::vector<std::string>& edits) {
  const std::string place = "drive.json:1: ";
  try {
    edited_drive(edits);
  } catch (const ConfigError& error) {
    std::string text = error.what();
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place))
      text.erase(at, place.size());
    return text;
  }
  return "none";
}

// A pulley moved by the belt alone.
std::string pulley(const std::string& center, const std::string& radius, const std::string& side) {
  return R"({"center": )" + center + R"(, "radius": )" + radius + R"(, "side": ")" + side +
         R"(", "inertia": 1, "motion": {"type": "free"}})";
}

void check_all(const std::vector<BrokenDrive>& broken) {
  for (const BrokenDrive& drive : broken) CHECK(complaint(drive.edits) == drive.message);
}

}  // namespace

TEST_CASE("broken belt drives: pulleys") {
  check_all({
      {{"/pulleys"}, "/: \"pulleys\" is missing; give the pulleys in the order in which the belt passes them"},
      {{"/pulleys=[]"},
       "/pulleys = []: must be a list of at least 2 entries; give the pulleys in the order in which the belt passes "
       "them"},
      {{"/pulleys/1"},
       "/pulleys = [{\"center\":[0,0],\"radius\":0.09995,\"side\":\"inside\",\"inertia\":...: must be a list of at "
       "least 2 entries; give the pulleys in the order in which the belt passes them"},
      {{"/pulleys/0=3"},
       "/pulleys/0 = 3: must be an object, not a number; give the pulleys in the order in which the belt passes them"},
      {{"/pulleys/0/center"}, "/pulleys/0: \"center\" is missing; give the axis of the pulley, [x, y] [m]"},
      {{"/pulleys/0/center=0"},
       "/pulleys/0/center = 0: must be a list of exactly 2 entries; give the axis of the pulley, [x, y] [m]"},
      {{"/pulleys/0/center=[0, 0, 0]"},
       "/pulleys/0/center = [0,0,0]: must be a list of exactly 2 entries; give the axis of the pulley, [x, y] [m]"},
      {{R"(/pulleys/0/center=[0, "x"])"},
       "/pulleys/0/center/1 = \"x\": does not begin with a number; give the axis of the pulley, [x, y] [m]"},
      {{"/pulleys/0/center=[0, 1e300]"},
       "/pulleys/0/center/1 = 1e+300: must be >= -1000000 and <= 1000000; give the axis of the pulley, [x, y] [m]"},
      {{"/pulleys/0/radius"}, "/pulleys/0: \"radius\" is missing; give the radius of the contact surface [m]"},
      {{"/pulleys/0/radius=0"},
       "/pulleys/0/radius = 0: must be >= 1e-09 and <= 1000000; give the radius of the contact surface [m]"},
      {{R"(/pulleys/0/radius="10 kg")"},
       "/pulleys/0/radius = \"10 kg\": kg cannot be converted to m; give the radius of the contact surface [m]"},
      {{R"(/pulleys/0/side="in")"},
       "/pulleys/0/side = \"in\": is not an option for the side of the loop, inside or outside, on which the pulley "
       "lies; choose one of "
       "inside, outside"},
      {{"/pulleys/0/diameter=0.2"},
       "/pulleys/0/diameter: unknown key \"diameter\"; the known keys are accessory, bearing_damping, "
       "bearing_friction, brake, center, contact, eccentricity, eccentricity_angle, inertia, motion, mount, name, "
       "radius, "
       "side, surface"},
      {{R"(/pulleys/0/surface="grooved")"},
       "/pulleys/0/surface = \"grooved\": the belt is flat and does not fit into grooves; give the belt a \"section\" "
       "of type v or poly_v, or remove \"surface\""},
      {{"/pulleys/1/inertia"},
       "/pulleys/1: a pulley without inertia has no motion of its own; give an inertia > 0 or prescribe the "
       "motion"},
      {{"/pulleys/1/inertia=-1"},
       "/pulleys/1/inertia = -1: must be >= 0; give the moment of inertia about the axis; on a pulley of prescribed "
       "motion it only changes the driving torque [kg m^2]"},
      {{"/pulleys/1/inertia=0"},
       "/pulleys/1/inertia = 0: a pulley without inertia has no motion of its own; give an inertia > 0 or prescribe "
       "the motion"},
      {{"/pulleys/1/bearing_damping=-2"},
       "/pulleys/1/bearing_damping = -2: must be >= 0; give the viscous damping of the bearing; 0 for none [N m "
       "s/rad]"},
      {{R"(/pulleys/1/bearing_friction={"radius": 0, "normal_force": 50, "law": {"type": "dahl", "coefficient": 0.1, "stiffness": 1e4}})"},
       "/pulleys/1/bearing_friction/radius = 0: must be > 0; give the radius at which friction acts [m]"},
      {{R"(/pulleys/1/bearing_friction={"radius": 0.01, "law": {"type": "dahl", "coefficient": 0.1, "stiffness": 1e4}})"},
       "/pulleys/1/bearing_friction: \"normal_force\" is missing; give the force that presses the surfaces together "
       "[N]"},
      {{R"(/pulleys/1/bearing_friction={"radius": 0.01, "normal_force": 50})"},
       "/pulleys/1/bearing_friction: \"law\" is missing; give the friction law"},
      {{R"(/pulleys/1/bearing_friction={"radius": 0.01, "normal_force": 50, "law": {"type": "bristle", "stiffness": 1e4,
          "coefficient": {"type": "constant", "value": 0.1}}})"},
       "/pulleys/1/bearing_friction/law: the state of bristle is updated after each step, but a joint needs its "
       "friction within the step; use elastoplastic_coulomb, which is the same bristle model"},
      {{"/pulleys/1/eccentricity=-0.001"},
       "/pulleys/1/eccentricity = -0.001: must be >= 0; give the distance of the center of the circle from the axis "
       "[m]"},
      {{"/pulleys/1/eccentricity=0.2"},
       "/pulleys/1/eccentricity = 0.2: the axis lies outside the pulley, whose radius is 0.09995 m; reduce the "
       "eccentricity"},
      {{"/pulleys/1/eccentricity=0.09", "/pulleys/0/eccentricity=0.09"},
       "/pulleys/1/center = [0.3141592653589793,0]: pulleys 1 and 2 touch as they turn: the gap without eccentricity "
       "is 0.114259 m, the eccentricities add up to 0.18 m; move them apart or reduce an eccentricity"},
  });
}

TEST_CASE("broken belt drives: how the pulley is drivens") {
  check_all({
      {{"/pulleys/0/motion"}, "/pulleys/0: \"motion\" is missing; give how the pulley is driven"},
      {{"/pulleys/0/motion=12"},
       "/pulleys/0/motion = 12: must be an object, not a number; give how the pulley is driven"},
      {{"/pulleys/0/motion={}"}, "/pulleys/0/motion: \"type\" is missing; give how the pulley is driven"},
      {{R"(/pulleys/0/motion/type="speed")"},
       "/pulleys/0/motion/type = \"speed\": is not an option for how the pulley is driven; choose one of prescribed, "
       "torque, free"},
      {{"/pulleys/0/motion/angular_velocity"},
       "/pulleys/0/motion: \"angular_velocity\" is missing; give the angular velocity as a function of time, positive "
       "counter-clockwise [rad/s]"},
      {{"/pulleys/0/motion/angular_velocity=true"},
       "/pulleys/0/motion/angular_velocity = true: must be an object, not true or false; give the angular velocity as "
       "a "
       "function of time, positive counter-clockwise [rad/s]"},
      {{"/pulleys/0/motion/torques=[]"},
       "/pulleys/0/motion/torques: unknown key \"torques\"; the known keys are angular_velocity, type"},
      {{"/pulleys/0/motion/angular_velocity/time=[0.6, 0.05]"},
       "/pulleys/0/motion/angular_velocity/time = [0.6,0.05]: the times must increase; sort the points and give each "
       "time once"},
      {{"/pulleys/1/motion/torques"},
       "/pulleys/1/motion: \"torques\" is missing; give the torques, which are summed [N m]"},
      {{"/pulleys/1/motion/torques=[]"},
       "/pulleys/1/motion/torques = []: must be a list of at least 1 entry; give the torques, which are summed [N m]"},
      {{R"(/pulleys/1/motion/torques/0/type="brake")"},
       "/pulleys/1/motion/torques/0/type = \"brake\": is not an option for the type of torque; choose one of applied, "
       "resisting, constant_power, table"},
      {{R"(/pulleys/1/motion/torques/0/type="resisting")"},
       "/pulleys/1/motion/torques/0: \"transition_speed\" is missing; give the angular velocity over which the moment "
       "changes sign [rad/s]"},
      {{R"(/pulleys/1/motion/torques/0/type="resisting")", "/pulleys/1/motion/torques/0/transition_speed=0"},
       "/pulleys/1/motion/torques/0/transition_speed = 0: must be > 0; give the angular velocity over which the moment "
       "changes sign [rad/s]"},
      {{R"(/pulleys/1/motion/torques/0/type="resisting")", "/pulleys/1/motion/torques/0/transition_speed=0.05"},
       "/pulleys/1/motion/torques/0/moment: a resisting moment falls to -25 N m, but it is the magnitude of a moment "
       "opposing rotation; give values >= 0, or the type \"applied\""},
      {{R"(/pulleys/1/motion={"type": "free", "torque": 3})"},
       "/pulleys/1/motion/torque: unknown key \"torque\"; the known keys are type"},
  });
}

TEST_CASE("broken belt drives: names of pulleys") {
  check_all({
      {{R"(/pulleys/0/name="")"},
       "/pulleys/0/name = \"\": is not a valid name; use 1 to 100 letters, digits, '.', '_' and '-', starting with a "
       "letter or digit"},
      {{"/pulleys/0/name=7"},
       "/pulleys/0/name = 7: must be a string, not a number; give the name of the pulley, used by probes and messages"},
      {{R"(/pulleys/0/name="7")"},
       "/pulleys/0/name = \"7\": is a number, but pulleys are already numbered, this one 1; give a name that is not a "
       "number"},
      {{R"(/pulleys/1/name="1e3")"},
       "/pulleys/1/name = \"1e3\": is a number, but pulleys are already numbered, this one 2; give a name that is not "
       "a number"},
      {{R"(/pulleys/0/name="crank")", R"(/pulleys/1/name="crank")"},
       "/pulleys/1/name = \"crank\": pulley 1 already has this name; give each pulley a unique name"},
  });
}

TEST_CASE("broken belt drives: belt, gravity and direction") {
  check_all({
      {{"/belt"}, "/: \"belt\" is missing; give the belt"},
      {{"/belt/axial_stiffness"}, "/belt: \"axial_stiffness\" is missing; give the axial stiffness EA [N]"},
      {{"/belt/axial_stiffness=0"}, "/belt/axial_stiffness = 0: must be > 0; give the axial stiffness EA [N]"},
      {{"/belt/bending_stiffness=-1"},
       "/belt/bending_stiffness = -1: must be >= 0; give the bending stiffness EI, 0 for a string [N m^2]"},
      {{"/belt/mass_per_length=-1"},
       "/belt/mass_per_length = -1: must be >= 0; give the mass per length, 0 for a belt without inertia [kg/m]"},
      {{"/belt/mass_per_length"},
       "/belt: \"mass_per_length\" is missing; give the mass per length, 0 for a belt without inertia [kg/m]"},
      {{"/belt/width=0"}, "/belt/width = 0: must be > 0; give the width of the belt [m]"},
      {{"/belt/contact_offset=-1e-4"},
       "/belt/contact_offset = -0.0001: must be >= 0 and <= 1000000; give the distance of the center line from the "
       "contact face [m]"},
      {{"/belt/contact_offset"},
       "/belt: \"contact_offset\" is missing; give the distance of the center line from the contact face [m]"},
      {{"/belt/axial_damping=-1"},
       "/belt/axial_damping = -1: must be >= 0; give the axial damping, force per rate of strain [N s]"},
      {{"/belt/bending_damping=-1"},
       "/belt/bending_damping = -1: must be >= 0; give the bending damping, moment per rate of curvature [N m^2 s]"},
      {{R"(/belt/section={"type": "wedge"})"},
       "/belt/section/type = \"wedge\": is not an option for the type of the cross-section; choose one of flat, v, "
       "poly_v"},
      {{R"(/belt/section={"type": "v"})"},
       "/belt/section: \"wedge_angle\" is missing; give the angle between the flanks [rad]"},
      {{R"(/belt/section={"type": "v", "wedge_angle": 40})"},
       "/belt/section/wedge_angle = 40: must be > 0 and < 3.141592653589793; give the angle between the flanks [rad]"},
      {{R"(/belt/section={"type": "v", "wedge_angle": 0})"},
       "/belt/section/wedge_angle = 0: must be > 0 and < 3.141592653589793; give the angle between the flanks [rad]"},
      {{R"(/belt/section={"type": "v", "wedge_angle": 0.7, "ribs": 6})"},
       "/belt/section/ribs: unknown key \"ribs\"; the known keys are type, wedge_angle"},
      {{R"(/belt/section={"type": "poly_v", "wedge_angle": 0.7, "values": "per_rib"})"},
       "/belt/section: \"ribs\" is missing; give the number of ribs"},
      {{R"(/belt/section={"type": "poly_v", "wedge_angle": 0.7, "ribs": 0, "values": "per_rib"})"},
       "/belt/section/ribs = 0: must be >= 1 and <= 100; give the number of ribs"},
      {{R"(/belt/section={"type": "poly_v", "wedge_angle": 0.7, "ribs": 6})"},
       "/belt/section: \"values\" is missing; give whether axial_stiffness, bending_stiffness, mass_per_length, width, "
       "axial_damping and bending_damping refer to the whole belt or to one rib"},
      {{"/belt/pretension"},
       "/belt: \"pretension\" is missing; give the pretension of the belt, e.g. {\"type\": \"force\", \"force\": 400}, "
       "or its length"},
      {{R"(/belt/pretension={"type": "tension", "force": 400})"},
       "/belt/pretension/type = \"tension\": is not an option for how the length of the belt is specified; choose one "
       "of "
       "reference_strain, stress_free_length, force, span_frequency, mount"},
      {{"/belt/pretension/length=1.2"},
       "/belt/pretension/length: unknown key \"length\"; the known keys are strain, type"},
      {{R"(/belt/pretension={"type": "stress_free_length", "length": 0})"},
       "/belt/pretension/length = 0: must be > 0; give the stress-free length of the belt [m]"},
      {{R"(/belt/pretension={"type": "stress_free_length", "length": 1.4})"},
       "/belt/pretension/length = 1.4: the belt would be slack, with an elastic strain of -0.102 on its path; the belt "
       "path is 1.25664 m long: give a length between 0.837758 and 1.32278 m"},
      {{R"(/belt/pretension={"type": "stress_free_length", "length": 0.5})"},
       "/belt/pretension/length = 0.5: the belt is implausibly short, with an elastic strain of 1.51 on its path; the "
       "belt path is 1.25664 m long: give a length between 0.837758 and 1.32278 m"},
      {{"/belt/pretension/strain=0.06"},
       "/belt/pretension/strain = 0.06: the belt would be slack, with an elastic strain of -0.06 on its path; give a "
       "strain between -0.5 and 0.05"},
      {{"/belt/pretension/strain=-5"},
       "/belt/pretension/strain = -5: the belt is implausibly short, with an elastic strain of 5 on its path; give a "
       "strain between -0.5 and 0.05"},
      {{"/gravity"}, "/: \"gravity\" is missing; give the acceleration of gravity, [x, y] [m/s^2]"},
      {{"/gravity=9.81"},
       "/gravity = 9.81: must be a list of exactly 2 entries; give the acceleration of gravity, [x, y] [m/s^2]"},
      {{"/gravity=[0, 0, -9.81]"},
       "/gravity = [0,0,-9.81]: must be a list of exactly 2 entries; give the acceleration of gravity, [x, y] [m/s^2]"},
      {{R"(/direction="left")"},
       "/direction = \"left\": is not an option for the direction in which the belt runs around its loop; choose one "
       "of counterclockwise, clockwise"},
      {{"/belts={}"}, "/belts: unknown key \"belts\"; did you mean \"belt\"?"},
  });
}

TEST_CASE("broken belt drives: contact") {
  check_all({
      {{"/contact"},
       "/pulleys/0: pulley 1 has no contact; give \"contact\" here, or in the drive as the default for all pulleys"},
      {{"/contact/friction"}, "/contact: \"friction\" is missing; give the friction law"},
      {{R"(/contact/normal/type="hertz")"},
       "/contact/normal/type = \"hertz\": is not an option for the normal law; choose one of rigid, penalty, "
       "kelvin_voigt"},
      {{"/contact/normal/stiffness_per_area=0"},
       "/contact/normal/stiffness_per_area = 0: must be > 0; give the normal stiffness per area of the belt [N/m^3]"},
      {{"/contact/normal/damping_per_area=-1"},
       "/contact/normal/damping_per_area = -1: must be >= 0; give the normal damping per area of the belt; 0 for none "
       "[N s/m^3]"},
      {{R"(/contact/normal={"type": "rigid", "stiffness_per_area": 1e9})"},
       "/contact/normal/stiffness_per_area: unknown key \"stiffness_per_area\"; the known keys are type"},
      {{R"(/contact/friction/type="coulombic")"},
       "/contact/friction/type = \"coulombic\": is not an option for the friction law; did you mean \"coulomb\"? "
       "choose "
       "one of elastoplastic_coulomb, regularised_coulomb, dahl, bliman_sorine, lugre, bristle, gms, coulomb"},
      {{R"(/contact/friction={"type": "coulomb", "coefficient": 0.5, "stiffness_per_area": 1e9})"},
       "/contact/friction/stiffness_per_area: unknown key \"stiffness_per_area\"; the known keys are coefficient, "
       "type"},
      {{"/contact/friction/coefficient=-0.1"},
       "/contact/friction/coefficient = -0.1: must be >= 0; give the friction coefficient mu"},
      {{"/contact/friction/coefficient"},
       "/contact/friction: \"coefficient\" is missing; give the friction coefficient mu"},
      {{"/contact/friction/stiffness_per_area=0"},
       "/contact/friction/stiffness_per_area = 0: must be > 0; give the stick stiffness per undeformed area of the "
       "belt [N/m^3]"},
      {{"/contact/friction/damping_per_area=-3"},
       "/contact/friction/damping_per_area = -3: must be >= 0; give the stick damping per area of the belt; 0 for none "
       "[N s/m^3]"},
      {{"/contact/friction/mu=0.5"},
       "/contact/friction/mu: unknown key \"mu\"; the known keys are coefficient, damping_per_area, "
       "stiffness_per_area, type"},
      {{R"(/pulleys/1/contact={"normal": {"type": "penalty", "stiffness_per_area": 1e9}})"},
       "/pulleys/1/contact: \"friction\" is missing; give the friction law"},
  });
}

TEST_CASE("broken belt drives: pulleys that do not form a loop") {
  check_all({
      {{"/pulleys/1/center=[0.15, 0]"},
       "/pulleys/1/center = [0.15,0]: pulleys 1 and 2 overlap: their centers are 0.15 m apart, their radii add up to "
       "0.1999 m; move them apart or reduce a radius"},
      {{"/pulleys/1/center=[0, 0]", "/pulleys/1/radius=0.01"},
       "/pulleys/1/center = [0,0]: pulleys 1 and 2 overlap: their centers are 0 m apart, their radii add up to 0.10995 "
       "m; move them apart or reduce a radius"},
      {{R"(/pulleys/0/side="outside")", R"(/pulleys/1/side="outside")"},
       "/: only no pulley on the inside of the loop, which needs two to stay not closed; correct the sides"},
      {{R"(/pulleys/1/side="outside")", "/pulleys/1/center=[0.19995, 0]"},
       "/pulleys/1/center = [0.19995,0]: the belt does not fit between pulleys 1 and 2, which it wraps in opposite "
       "senses: their centers are 0.19995 m apart, the radii with the contact offset add up to 0.2 m; move them apart"},
      {{"/pulleys/-=" + pulley("[0.157, 0.05]", "0.01", "inside")},
       "/pulleys/2/center = [0.157,0.05]: between pulleys 2 and 1 the belt does not touch pulley 3 on the inner side "
       "of its loop; check the center of pulley 3, its side, and its position in the order of travel"},
      {{"/pulleys/-=" + pulley("[0.157, 0.3]", "0.05", "outside")},
       "/pulleys/2/center = [0.157,0.3]: between pulleys 2 and 1 the belt does not touch pulley 3 on the outer side of "
       "its loop; check the center of pulley 3, its side, and its position in the order of travel"},
      {{"/pulleys/-=" + pulley("[0.157, 0.3]", "0.05", "inside"), R"(/direction="clockwise")"},
       "/: the pulleys are listed in counterclockwise order, but the direction is clockwise; reverse the order or the "
       "direction"},
      {{"/pulleys=[" + pulley("[0, 0]", "0.1", "inside") + ", " + pulley("[1, 0]", "0.1", "inside") + ", " +
        pulley("[1, 1]", "0.1", "inside") + ", " + pulley("[0.5, -0.05]", "0.08", "outside") + ", " +
        pulley("[0, 1]", "0.1", "inside") + "]"},
       "/pulleys/3/center = [0.5,-0.05]: the span from pulley 1 to pulley 2 runs through pulley 4, 0.03 m deep; move "
       "pulley 4 away, or correct the order of travel or the sides"},
      {{"/pulleys=[" + pulley("[0, 0]", "0.1", "inside") + ", " + pulley("[0.5, 1.5]", "0.1", "outside") + ", " +
        pulley("[1, 0]", "0.1", "inside") + ", " + pulley("[1, 1]", "0.1", "inside") + ", " +
        pulley("[0, 1]", "0.1", "inside") + "]"},
       "/: the span from pulley 1 to pulley 2 crosses the one from pulley 4 to pulley 5; correct the order of travel "
       "or the sides"},
  });
}

TEST_CASE("broken belt drives: runs of a conveyor") {
  const std::string run = R"(/spans=[{"from": 1, "load_per_length": 3, "resistance_coefficient": 0.02}])";
  check_all({
      {{run}, "none"},
      {{run, "/spans/0/from=3"}, "/spans/0/from = 3: no such pulley; the drive has pulleys 1 to 2"},
      {{run, R"(/pulleys/0/name="head")", R"(/spans/0/from="haed")"},
       "/spans/0/from = \"haed\": no pulley has this name; did you mean \"head\"?"},
      {{run, R"(/pulleys/0/name="head")", R"(/spans/-={"from": "head"})"},
       "/spans/1/from = \"head\": another entry already has this span; give each span one entry"},
      {{run, "/spans/0/load_per_length=-1"},
       "/spans/0/load_per_length = -1: must be >= 0; give the load on the span, which enters at rest where the span "
       "begins [kg/m]"},
      {{run, "/spans/0/resistance_coefficient=2"},
       "/spans/0/resistance_coefficient = 2: must be >= 0 and <= 1; give the coefficient f of the resistance f g "
       "(idlers "
       "+ (belt + load) cos(slope)) per length"},
      {{run, "/gravity=[0, 0]"},
       "/spans/0/resistance_coefficient = 0.02: needs the weight of idlers, belt and load, but gravity is [0, 0]; give "
       "the drive a gravity, or remove this key"},
      {{R"(/spans=[{"load_per_length": 3}])"},
       "/spans/0: \"from\" is missing; give the name of the pulley that the span leaves, or its number counted from 1"},
  });
}

TEST_CASE("broken belt drives: bodies on the belt") {
  const std::string body = R"(/bodies=[{"from": 1, "distance": 0.1, "mass": 3}])";
  check_all({
      {{body}, "none"},
      {{body, "/bodies/0/from=3"}, "/bodies/0/from = 3: no such pulley; the drive has pulleys 1 to 2"},
      {{body, R"(/pulleys/0/name="head")", R"(/bodies/0/from="haed")"},
       "/bodies/0/from = \"haed\": no pulley has this name; did you mean \"head\"?"},
      {{body, R"(/bodies/0/name="car")", R"(/bodies/1={"name": "car", "from": 1, "distance": 0.2, "mass": 1})"},
       "/bodies/1/name = \"car\": body 1 already has this name; give each body a unique name"},
      {{body, "/bodies/0/distance=9"},
       "/bodies/0/distance = 9: lies beyond the end of the span, which is 0.314159 m long; give a distance below that"},
      {{body, "/bodies/0/mass=-1"},
       "/bodies/0/mass = -1: must be >= 0; give the mass of the body, which a guide keeps on the line of its span "
       "[kg]"},
      {{body, R"(/bodies/0/friction={"normal_force": 1, "law": {"type": "coulomb", "coefficient": 1}})"},
       "/bodies/0/friction/law/type = \"coulomb\": is not an option for the friction law; did you mean "
       "\"elastoplastic_coulomb\"? choose one of elastoplastic_coulomb, regularised_coulomb, dahl, bliman_sorine, "
       "lugre, "
       "bristle, gms"},
  });
}

TEST_CASE("broken belt drives: probes") {
  check_all({
      {{"/probes/0/pulley=3"}, "/probes/0/pulley = 3: no such pulley; the drive has pulleys 1 to 2"},
      {{"/probes/0/pulley=0"},
       "/probes/0/pulley = 0: must be >= 1 and <= 2147483647; give the name of the pulley, or its number counted from "
       "1"},
      {{"/probes/0/pulley=1.5"},
       "/probes/0/pulley = 1.5: must be an integer >= 1 and <= 2147483647; give the name of the pulley, or its number "
       "counted from 1"},
      {{R"(/probes/0/pulley="crank")"},
       "/probes/0/pulley = \"crank\": no pulley has a name; give one, or a number from 1 to 2"},
      {{R"(/pulleys/0/name="crank")", R"(/pulleys/1/name="fan")", R"(/probes/0/pulley="crnk")"},
       "/probes/0/pulley = \"crnk\": no pulley has this name; did you mean \"crank\"?"},
      {{R"(/pulleys/0/name="crank")", R"(/pulleys/1/name="fan")", R"(/probes/0/pulley="pump")"},
       "/probes/0/pulley = \"pump\": no pulley has this name; there are crank, fan"},
      {{"/probes/0/pulley=[1]"},
       "/probes/0/pulley = [1]: must be a number, not a list; give the name of the pulley, or its number counted from "
       "1"},
      {{"/probes/1/span=9"}, "/probes/1/span = 9: no such span; the drive has spans 1 to 2"},
      {{"/probes/2/sigma=1.3"},
       "/probes/2/sigma = 1.3: lies beyond the end of the belt path, which is 1.25664 m long; give a sigma below that"},
      {{"/probes/3/sigma=-0.1"},
       "/probes/3/sigma = -0.1: must be >= 0; give the initial path coordinate of the particle [m]"},
      {{R"(/probes/0/name="two words")"},
       "/probes/0/name = \"two words\": is not a valid name; use 1 to 100 letters, digits, '.', '_' and '-', starting "
       "with a letter or digit"},
      {{R"(/probes/1/name="driven")"},
       "/probes/1/name = \"driven\": another probe has this name; give each probe a unique name"},
      {{R"(/probes/0/type="wheel")"},
       "/probes/0/type = \"wheel\": is not an option for the type of probe; choose one of pulley, span, point, "
       "particle"},
      {{"/probes/0/name"}, "/probes/0: \"name\" is missing; give the name of the probe"},
      {{"/probes=1"},
       "/probes = 1: must be a list of any number of entries; give the points at which results are recorded"},
  });
}

TEST_CASE("broken belt drives: how they begin") {
  check_all({
      {{R"(/initial_state="steady")"},
       "/initial_state = \"steady\": is not an option for the initial state (rest: equilibrium at rest; running: "
       "steady motion at the speeds and torques of t = 0; held: at rest with the mounts where they are drawn, let go "
       "at t = 0); choose one of rest, running, held"},
      {{R"(/initial_state="running")", R"(/pulleys/0/motion={"type": "free"})"},
       "/initial_state = \"running\": a drive that starts running needs a pulley of prescribed speed, but no pulley "
       "has a prescribed motion; prescribe the motion of one, or set this to \"rest\""},
      {{R"(/initial_state="running")", "/pulleys/1/eccentricity=0.001"},
       "/initial_state = \"running\": pulley 2 is eccentric, so there is no steady motion to start from; set its "
       "eccentricity to 0, or this to \"rest\""},
  });
}

TEST_CASE("broken belt drives: orders whose lists are wrong are told, and the drive is checked all the same") {
  const auto speed = [](const std::string& lists) {
    return R"(/pulleys/0/motion/angular_velocity={"type": "sum", "terms": [80, {"type": "orders", "pulley": 1, )" +
           lists + "}]}";
  };
  const std::string place = "/pulleys/0/motion/angular_velocity/terms/1";
  check_all({
      {{speed(R"("order": [-1, 4], "amplitude": [2, 1])")},
       place + "/order/0 = -1: must be > 0; give the number of waves per revolution of that pulley"},
      {{speed(R"("amplitude": [2, 1])")},
       place + ": \"order\" is missing; give the number of waves per revolution of that pulley"},
      {{speed(R"("order": [2, 4], "amplitude": [2])")},
       place + "/amplitude = [2]: has 1 entries but order has 2; give one per order"},
      {{speed(R"("order": [2], "amplitude": [2], "phase": [0, 1])")},
       place + "/phase = [0,1]: has 2 entries but order has 1; give one per order"},
  });
}

TEST_CASE("broken belt drives: functions of time whose points are wrong are told, and are evaluated all the same") {
  const auto moved = [](const std::string& function) {
    return R"(/pulleys/1/mount={"type": "moved", "x": )" + function + R"(, "y": 0})";
  };
  const std::string place = "/pulleys/1/mount/x";
  const std::string period = R"(, "period": 0})";
  const std::string points = R"({"type": "piecewise_linear", "time": [0, 1, 2], "value": [0, 0.001, 0]})";
  check_all({
      {{moved(R"({"type": "piecewise_linear", "time": [0, 5, -1], "value": [0, 1, 2]})")},
       place + "/time = [0,5,-1]: the times must increase; sort the points and give each time once"},
      {{moved(R"({"type": "piecewise_linear", "time": [0, 1], "value": [0]})")},
       place + "/value = [0]: must be a list of at least 2 entries; give the values at these times [m]"},
      {{moved(R"({"type": "repeat", "function": )" + points + period)},
       place + "/period = 0: must be > 0; give the period [s]"},
  });
  CHECK(complaint({moved(R"({"type": "piecewise_linear"})")}).find("\"time\" is missing") != std::string::npos);
}

}  // namespace beltdyn::broken_belt_drives_test
