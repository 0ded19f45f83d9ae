import type { AuthorParameter } from '@trading-bot/contract/rest/trading/author-parameters'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import type { ParameterSchema } from '@trading-bot/core/strategies/parameter'
import type { Declaration } from './read-declaration.ts'

type CheckedValues =
  | { readonly ok: true; readonly form: BotForm }
  | { readonly ok: false; readonly field: string; readonly sentence: string }

/** The form with values of declared parameters alone, each within its range; what the code no longer declares is left out. */
export function checkAuthorValues(form: BotForm, declaration: Declaration): CheckedValues {
  // Unreadable code cannot be deployed; its values are kept until it can be read again.
  if (declaration.kind !== 'declared') return { ok: true, form }
  const { parameters } = declaration
  const given = Object.entries(form.author_parameters).filter(([name]) => parameters.some((one) => one.name === name))
  const values = Object.fromEntries(given)
  const schema = schemaOf(parameters)
  const checked = checkParameters({ name: form.name, parameters: schema, conflict: () => null }, values)
  if (checked.ok) return { ok: true, form: { ...form, author_parameters: values } }
  const { field, sentence } = checked.refusal
  return { ok: false, field: `author_parameters.${field}`, sentence }
}

export function schemaOf(parameters: readonly AuthorParameter[]): ParameterSchema {
  return Object.fromEntries(parameters.map(({ name, ...spec }) => [name, spec]))
}
