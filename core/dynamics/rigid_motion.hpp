// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// The largest surface speed |v| [m/s] until `end_time` [s] of a drive without a pulley of prescribed motion, on an
// inextensible belt that does not slip: with the moments M_k of pulleys, their bearings and accessories (by the turn
// s_k = ±1 of the belt around them), loads and resistances of runs,
//
//     m dv/dt = Σ s_k M_k(t, s_k v/R_k)/R_k + Σ (load − resistance),   m = ρA L + Σ (I_k + J_k)/R_k² + (load, idlers).
//
// A drive that starts running begins with the speed at which these forces vanish at t = 0. The belt creeps and slips,
// and mounts move, so that this is an estimate. 0 if nothing drives it.
double fastest_rigid_motion(const BeltDrive& drive, double end_time);

}  // namespace beltdyn
