// Cpu: which instruction sets this machine has, so that a faster kernel can be chosen at run time.
//
// A kernel is a template on an Isa tag, instantiated in one source file per tag which alone is
// compiled with that tag's flags.  The portable instantiation is always there, and tested.

#pragma once

namespace deepwell {

struct Portable {};  // plain C++, any 64-bit machine
struct Avx2 {};      // x86-64-v3: AVX2, BMI1, BMI2, POPCNT

enum class Kernel { Portable, Avx2 };

// The fastest kernel that this machine can run; DEEPWELL_KERNEL=portable in the environment
// forces the portable one.
Kernel best_kernel();

const char* name_of(Kernel kernel);

}  // namespace deepwell
