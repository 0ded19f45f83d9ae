// The system-call filter of a script's process, an allow-list. A refused call fails with EPERM instead of killing the
// process, so that the script's author gets an exception with its line; a call of another architecture kills it.
import { NEWEST_CALL, RUNNING_CALLS, STARTING_CALLS, type SystemCall, UNKNOWN_CALLS } from './system-calls.ts'

const ARCHITECTURES = {
  x64: { column: 0, audit: 0xc000003e },
  arm64: { column: 1, audit: 0xc00000b7 },
} as const

const LOAD_WORD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_GREATER = 0x25
const RETURN = 0x06
const ALLOW = 0x7fff0000
const KILL = 0x80000000
const REFUSE_EPERM = 0x00050001
const REFUSE_ENOSYS = 0x00050026
const TIMED_OUT = 0x0005006e
// The x32 numbering of the same calls on x86_64, which no legitimate program uses.
const LAST_BEFORE_X32 = 0x3fffffff

// Offsets in the kernel's struct seccomp_data.
const NUMBER_AT = 0
const ARCHITECTURE_AT = 4
const argumentAt = (index: number) => 16 + 8 * index

type Step = readonly [code: number, yes: number, no: number, value: number]

/** Compiled for this machine, for the start of the interpreter or for the script; null if its calls are not known. */
export function seccompFilter(architecture: string, stage: 'starting' | 'running'): Uint8Array | null {
  if (architecture !== 'x64' && architecture !== 'arm64') return null
  const { column, audit } = ARCHITECTURES[architecture]
  const numbered = (calls: readonly SystemCall[]) =>
    calls.flatMap(({ numbers, only }) => {
      const number = numbers[column]
      return number === null ? [] : [{ number, only }]
    })
  return encode([
    [LOAD_WORD, 0, 0, ARCHITECTURE_AT],
    [JUMP_EQUAL, 1, 0, audit],
    [RETURN, 0, 0, KILL],
    [LOAD_WORD, 0, 0, NUMBER_AT],
    ...when(JUMP_GREATER, LAST_BEFORE_X32, KILL),
    ...numbered(stage === 'running' ? RUNNING_CALLS : STARTING_CALLS).flatMap(({ number, only }) =>
      only === undefined ? when(JUMP_EQUAL, number, ALLOW) : whenArgument(number, only),
    ),
    ...numbered(UNKNOWN_CALLS).flatMap(({ number }) => when(JUMP_EQUAL, number, REFUSE_ENOSYS)),
    ...when(JUMP_GREATER, NEWEST_CALL, REFUSE_ENOSYS),
    [RETURN, 0, 0, REFUSE_EPERM],
  ])
}

function when(jump: number, value: number, action: number): Step[] {
  return [
    [jump, 0, 1, value],
    [RETURN, 0, 0, action],
  ]
}

function whenArgument(number: number, { argument, values, untimed }: NonNullable<SystemCall['only']>): Step[] {
  const inside: Step[] = [
    [LOAD_WORD, 0, 0, argumentAt(argument)],
    ...values.flatMap((value) => when(JUMP_EQUAL, value, ALLOW)),
    ...(untimed?.values ?? []).flatMap((value) => whenUntimed(value, untimed!.timeout)),
    [RETURN, 0, 0, REFUSE_EPERM],
  ]
  return [[JUMP_EQUAL, 0, inside.length, number], ...inside]
}

/** A pointer is two words, the lower one first. */
function whenUntimed(value: number, timeout: number): Step[] {
  return [
    [JUMP_EQUAL, 0, 6, value],
    [LOAD_WORD, 0, 0, argumentAt(timeout)],
    [JUMP_EQUAL, 0, 3, 0],
    [LOAD_WORD, 0, 0, argumentAt(timeout) + 4],
    [JUMP_EQUAL, 0, 1, 0],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, TIMED_OUT],
  ]
}

function encode(steps: readonly Step[]): Uint8Array {
  const program = new DataView(new ArrayBuffer(steps.length * 8))
  for (const [i, [code, yes, no, value]] of steps.entries()) {
    program.setUint16(i * 8, code, true)
    program.setUint8(i * 8 + 2, yes)
    program.setUint8(i * 8 + 3, no)
    program.setUint32(i * 8 + 4, value, true)
  }
  return new Uint8Array(program.buffer)
}
