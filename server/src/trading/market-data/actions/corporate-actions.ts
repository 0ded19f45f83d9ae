import type {
  addCorporateAction as addSpec,
  CorporateActionView,
  deleteCorporateAction as deleteSpec,
  importCorporateActions as importSpec,
  listCorporateActions as listSpec,
} from '@trading-bot/contract/rest/trading/market-data'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { dayNumberOf } from '@trading-bot/core/time'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { findInstruments } from '../find-instruments.ts'
import { calendarsOf } from '../history-calendar.ts'
import { lockInstrument } from '../store/bar-store.ts'
import { judgeDay, type StoredInstrument } from '../store/store-days.ts'
import { deleteAction, listActions, saveAction } from './action-store.ts'
import { parseActions } from './parse-actions.ts'

export const listCorporateActions: UseCase<typeof listSpec> = async ({ db }, { symbol }) => listActions(db, { symbol })

export const addCorporateAction: UseCase<typeof addSpec> = async (context, form) => {
  const [instrument] = await findInstruments(context.db, [form.symbol])
  if (!instrument) return refuse('UNKNOWN_SYMBOL', { values: { symbol: form.symbol } })
  return context.db.transaction().execute((tx) => add(tx, context, instrument, form))
}

type Form = Pick<CorporateActionView, 'ex_day' | 'kind' | 'factor' | 'note'>

/** The ex-day is judged anew: its jump is explained now, or no longer. */
async function add(tx: Tx, context: Context<'admin'>, instrument: StoredInstrument, form: Form) {
  await lockInstrument(tx, instrument.token)
  const now = context.clock.now()
  const row = { id: newId(now), token: instrument.token, createdBy: context.actor.userId, ...form }
  const id = await saveAction(tx, row, now)
  await judgeDay(tx, { instrument, calendarOf: calendarsOf(context) }, dayNumberOf(form.ex_day))
  const { ex_day, kind, factor, note } = form
  const after = { symbol: instrument.symbol, ex_day, kind, factor, note }
  await recordAudit(tx, context, { action: 'history.action_saved', subject: { kind: 'corporate_action', id }, after })
  return { id, symbol: instrument.symbol, token: instrument.token, ex_day, kind, factor, note }
}

export const deleteCorporateAction: UseCase<typeof deleteSpec> = async (context, { id }) =>
  context.db.transaction().execute(async (tx) => {
    const [found] = await listActions(tx, { id })
    if (!found) return refuse('NOT_FOUND')
    await lockInstrument(tx, found.token)
    await deleteAction(tx, id)
    const [instrument] = await findInstruments(tx, [found.symbol])
    const calendarOf = calendarsOf(context)
    if (instrument) await judgeDay(tx, { instrument, calendarOf }, dayNumberOf(found.ex_day))
    const subject = { kind: 'corporate_action', id }
    await recordAudit(tx, context, { action: 'history.action_removed', subject, before: found })
    return { message: 'Corporate action removed.' }
  })

export const importCorporateActions: UseCase<typeof importSpec> = async (context, { text, apply }) => {
  const { db } = context
  const { rows, refusals } = parseActions(text)
  const instruments = new Map(
    (
      await findInstruments(
        db,
        rows.map(({ symbol }) => symbol),
      )
    ).map((one) => [one.symbol, one]),
  )
  const unknown = rows.filter(({ symbol }) => !instruments.has(symbol))
  const bad = [...refusals, ...unknown.map(({ line, symbol }) => ({ line, reason: `there is no symbol ${symbol}` }))]
  const known = rows.filter(({ symbol }) => instruments.has(symbol))
  const actions = known.map(({ symbol, ex_day, kind, factor, note }) => {
    const { token } = instruments.get(symbol)!
    return { symbol, token, ex_day, kind, factor, note }
  })
  bad.sort((one, other) => one.line - other.line)
  if (!apply) return { actions, refusals: bad, is_applied: false }
  // A list that was only partly understood may miss a split: all of it, or nothing.
  if (bad.length > 0) return refuse('ACTION_ROWS_REFUSED', { values: { count: String(bad.length) } })
  await db.transaction().execute(async (tx) => {
    for (const row of known) await add(tx, context, instruments.get(row.symbol)!, row)
  })
  return { actions, refusals: [], is_applied: true }
}
