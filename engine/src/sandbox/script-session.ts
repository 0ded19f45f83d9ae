import {
  type BarsUse,
  type BotFrame,
  type EngineFrame,
  MOST_SERIES,
  ORDER_BYTES,
} from '@trading-bot/contract/bot-wire/frames'
import type {
  ComputeWanted,
  ScriptFailure,
  ScriptLimits,
  ScriptReading,
  ScriptReady,
  ScriptRows,
  ScriptSession,
  ScriptSignals,
  ScriptOptions,
  ScriptSources,
} from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import type { MemoryLimit } from './isolation/memory-limit.ts'
import type { SandboxedProcess } from './isolation/sandboxed-process.ts'
import { plainRows } from './plain-text.ts'
import { readOrders } from './read-orders.ts'
import { readPlots } from './read-plots.ts'
import { broken, type Question, ScriptChannel } from './script-channel.ts'
import type { ScriptLoad } from './script-load.ts'
import { rowColumns } from './write-frame.ts'

const KNOWN_BITS = 15

export function openScriptSession(
  child: SandboxedProcess,
  timers: Timers,
  load: ScriptLoad,
  options: ScriptSources &
    Pick<ScriptOptions, 'onPrint'> & {
      readonly limits: ScriptLimits
      readonly memory: MemoryLimit
      /** How long the interpreter may take to start, if not as long as the script to load. */
      readonly warmMs?: number
      /** Modules that a script which is only read may name. */
      readonly modules?: readonly string[]
    },
): ScriptSession {
  const { limits, memory, modules } = options
  const channel = new ScriptChannel(child, timers, load, options)
  const { stepMs, loadMs, memoryMb } = limits
  async function begin<Answer extends ScriptReady | ScriptReading>(
    answer: Answer['kind'],
    more: Partial<Extract<EngineFrame, { kind: 'load' }>> = {},
  ): Promise<Answer | ScriptFailure> {
    const failure = (await channel.whenWarm(options.warmMs ?? loadMs)) ?? (await channel.limitMemory(memory, memoryMb))
    if (failure !== null) return failure
    const frame = {
      kind: 'load',
      ...load,
      ...more,
      ...(modules && { modules }),
      memory_mb: limits.memoryMb,
      cpu_s: limits.cpuS,
    } as const
    const read = await channel.ask(frame, { withinMs: loadMs, answer })
    return 'kind' in read ? read : (read.frame as BotFrame & Answer)
  }
  return {
    load: () => begin<ScriptReady>('ready', options.onPrint ? { is_live: true } : {}),
    read: () => begin<ScriptReading>('read', { only_problems: true }),
    step: (rows, use) => step(channel, rows, use, stepMs),
    give: (rows) =>
      channel.tell(
        { kind: 'bars', use: 'stored', count: rows.timeMs.length, sessions: rows.sessions },
        rowColumns(rows),
      ),
    compute: (wanted) => compute(channel, wanted, stepMs),
    plots: (rows) => plots(channel, rows, stepMs),
    rowsAt: async (row) => {
      const read = await channel.ask({ kind: 'rows', row }, { withinMs: stepMs, answer: 'rows' })
      if ('kind' in read) return read
      return read.frame.kind === 'rows' && read.frame.rows !== null ? plainRows(read.frame.rows) : null
    },
    stop: async () => {
      const read = await channel.ask({ kind: 'stop' }, { withinMs: stepMs, answer: 'stopped' })
      await channel.close()
      return 'kind' in read ? read : null
    },
    kill: () => channel.close(),
    output: () => channel.printed(),
    warnings: () => channel.warnings,
    notes: () => channel.notes,
  }
}

async function step(
  channel: ScriptChannel,
  rows: ScriptRows,
  use: BarsUse,
  withinMs: number,
): Promise<ScriptSignals | ScriptFailure> {
  const count = rows.timeMs.length
  const { sessions, closed = [], ignored = [] } = rows
  const told = { ...(closed.length > 0 && { closed }), ...(ignored.length > 0 && { ignored }) }
  const frame = { kind: 'bars', use, count, sessions, ...told } as const
  return signalsOf(channel, frame, { withinMs, columns: rowColumns(rows), rows: count })
}

function compute(channel: ScriptChannel, wanted: ComputeWanted, withinMs: number) {
  const { until, window = 0, parameters = null } = wanted
  return signalsOf(channel, { kind: 'compute', until, window, parameters }, { withinMs, rows: until })
}

async function signalsOf(
  channel: ScriptChannel,
  asked: EngineFrame,
  { rows, ...question }: Omit<Question, 'answer' | 'blobBytes'> & { readonly rows: number },
): Promise<ScriptSignals | ScriptFailure> {
  // At most one order for every row.
  const read = await channel.ask(asked, { ...question, blobBytes: rows * (1 + ORDER_BYTES), answer: 'signals' })
  if ('kind' in read) return read
  const { frame, blob } = read
  const signals = blob.subarray(0, rows)
  const sizes = frame.kind === 'signals' ? readOrders(blob, rows, frame.orders) : null
  if (frame.kind !== 'signals' || sizes === null || !areKnown(signals))
    return channel.end('protocol', broken('unknown signals'))
  const { state, account, plots: plotted = 0 } = frame
  const own = sizes.size === 0 ? blob : signals.slice()
  return { kind: 'signals', signals: own, sizes, state, account, plots: plotted }
}

// A loop, because a call for each of a million bars takes ten times as long.
function areKnown(signals: Uint8Array): boolean {
  for (let i = 0; i < signals.length; i++) if (signals[i]! > KNOWN_BITS) return false
  return true
}

async function plots(channel: ScriptChannel, rows: Uint32Array, withinMs: number) {
  const columns = [new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength)]
  const blobBytes = MOST_SERIES * rows.length * Float64Array.BYTES_PER_ELEMENT
  const read = await channel.ask({ kind: 'plots' }, { withinMs, columns, blobBytes, answer: 'plots' })
  if ('kind' in read) return read
  return readPlots(read, rows.length) ?? channel.end('protocol', broken('plots of another length'))
}
