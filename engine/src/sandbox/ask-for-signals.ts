// What a script is asked for: its signals over rows that it is given, or over all that it has.

import { type BarsUse, type EngineFrame, ORDER_BYTES } from '@trading-bot/contract/bot-wire/frames'
import type { ComputeWanted, ScriptFailure, ScriptRows, ScriptSignals } from '../ports.ts'
import type { ReadFrame } from './frame-reader.ts'
import { readOrders } from './read-orders.ts'
import { rowColumns } from './write-frame.ts'

export type Question = {
  readonly withinMs: number
  readonly answer: 'ready' | 'read' | 'signals' | 'stopped'
  readonly columns?: readonly Uint8Array[]
  readonly blobBytes?: number
}

type Channel = {
  readonly ask: (frame: EngineFrame, question: Question) => Promise<ReadFrame | ScriptFailure>
  readonly end: (failure: ScriptFailure['failure'], error: string) => ScriptFailure
}

const KNOWN_BITS = 15

export function stepOverRows(
  channel: Channel,
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

export function computeSignals(
  channel: Channel,
  wanted: ComputeWanted,
  withinMs: number,
): Promise<ScriptSignals | ScriptFailure> {
  const { until, window = 0, parameters = null } = wanted
  return signalsOf(channel, { kind: 'compute', until, window, parameters }, { withinMs, rows: until })
}

async function signalsOf(
  channel: Channel,
  asked: EngineFrame,
  { rows, ...question }: Omit<Question, 'answer' | 'blobBytes'> & { readonly rows: number },
): Promise<ScriptSignals | ScriptFailure> {
  // At most one order for every row.
  const read = await channel.ask(asked, { ...question, blobBytes: rows * (1 + ORDER_BYTES), answer: 'signals' })
  if ('kind' in read) return read
  const { frame, blob } = read
  const sizes = frame.kind === 'signals' ? readOrders(blob, rows, frame.orders) : null
  const signals = blob.subarray(0, rows)
  if (sizes === null || signals.some((bits) => bits > KNOWN_BITS))
    return channel.end('protocol', broken('unknown signals'))
  const { state, account } = frame.kind === 'signals' ? frame : {}
  return { kind: 'signals', signals: sizes.size === 0 ? blob : signals.slice(), sizes, state, account }
}

export function broken(what: string): string {
  return `The script broke the protocol and was stopped: ${what}.`
}
