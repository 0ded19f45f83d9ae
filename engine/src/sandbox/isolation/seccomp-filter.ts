// System calls that no bot needs fail with EPERM: tracing processes, namespaces and mounts, all sockets, keys, kernel
// programs. The rest of the sandbox does not rely on this filter; it reduces the attack surface.

const CALLS = {
  x64: {
    arch: 0xc000003e,
    numbers: [
      101, 310, 311, 312, 41, 53, 42, 49, 165, 166, 155, 272, 308, 246, 320, 321, 298, 323, 425, 426, 427, 248, 249,
      250, 304, 303, 175, 313, 176, 169, 167, 168, 161, 428, 429, 430, 431, 432, 442, 435, 434, 438, 139, 163, 173, 172,
    ],
  },
  arm64: {
    arch: 0xc00000b7,
    numbers: [
      117, 270, 271, 272, 198, 199, 203, 200, 40, 39, 41, 97, 268, 104, 294, 280, 241, 282, 425, 426, 427, 217, 218,
      219, 265, 264, 105, 273, 106, 142, 224, 225, 51, 428, 429, 430, 431, 432, 442, 435, 434, 438,
    ],
  },
} as const

const LOAD_WORD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_GREATER_EQUAL = 0x35
const RETURN = 0x06
const ALLOW = 0x7fff0000
const KILL = 0x80000000
const REFUSE_EPERM = 0x00050001
const X32_BIT = 0x40000000

/** The compiled filter for this machine; null if its system call numbers are not known. */
export function seccompFilter(architecture: string): Uint8Array | null {
  const table = architecture === 'x64' || architecture === 'arm64' ? CALLS[architecture] : null
  if (table === null) return null
  const { arch, numbers } = table
  const steps: [code: number, yes: number, no: number, value: number][] = [
    [LOAD_WORD, 0, 0, 4],
    [JUMP_EQUAL, 1, 0, arch],
    [RETURN, 0, 0, KILL],
    [LOAD_WORD, 0, 0, 0],
    // The x32 numbering of the same calls on x64, which no legitimate program uses.
    [JUMP_GREATER_EQUAL, 0, 1, X32_BIT],
    [RETURN, 0, 0, KILL],
    ...numbers.map((number, i): [number, number, number, number] => [JUMP_EQUAL, numbers.length - i, 0, number]),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE_EPERM],
  ]
  const program = new DataView(new ArrayBuffer(steps.length * 8))
  for (const [i, [code, yes, no, value]] of steps.entries()) {
    program.setUint16(i * 8, code, true)
    program.setUint8(i * 8 + 2, yes)
    program.setUint8(i * 8 + 3, no)
    program.setUint32(i * 8 + 4, value, true)
  }
  return new Uint8Array(program.buffer)
}
