import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'

type CheckedForm =
  | { readonly ok: true; readonly parameters: ParameterValues }
  | { readonly ok: false; readonly field: string; readonly sentence: string }

/**
 * The form's values that a strategy accepts as parameters; a custom one gets every number of the form. Values of
 * parameters that the code declares come with them; they were checked when they were saved or sent.
 */
export function checkForm(form: BotForm): CheckedForm {
  const strategy = findStrategy(form.bot_type)
  const values = Object.entries(form).filter(
    (entry): entry is [string, number | boolean] => typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  )
  if (!strategy) return { ok: true, parameters: { ...Object.fromEntries(values), ...form.author_parameters } }
  const named = Object.fromEntries(values.filter(([key]) => Object.hasOwn(strategy.parameters, key)))
  const checked = checkParameters(strategy, named)
  if (checked.ok) return { ok: true, parameters: { ...checked.value, ...form.author_parameters } }
  return { ok: false, field: checked.refusal.field, sentence: checked.refusal.sentence }
}
