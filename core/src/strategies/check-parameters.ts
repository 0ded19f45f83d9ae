import { accept, type Checked, refuse } from '../checked.ts'
import type { ParameterSpec, ParameterValues } from './parameter.ts'
import type { Strategy } from './strategy.ts'

export type ParameterRefusalCode =
  | 'UNKNOWN_PARAMETER'
  | 'NOT_A_NUMBER'
  | 'NOT_WHOLE'
  | 'NOT_A_SWITCH'
  | 'BELOW_MINIMUM'
  | 'ABOVE_MAXIMUM'
  | 'PARAMETERS_CONFLICT'

/** Fills in defaults for missing values; refuses the first invalid value by name. */
export function checkParameters(
  strategy: Pick<Strategy, 'name' | 'parameters' | 'conflict'>,
  given: Readonly<Record<string, unknown>>,
): Checked<ParameterValues, ParameterRefusalCode> {
  const schema = strategy.parameters
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(schema, key)) {
      return refuse('UNKNOWN_PARAMETER', key, `${strategy.name} has no parameter ${key}.`)
    }
  }
  const values: Record<string, number | boolean> = {}
  for (const [key, spec] of Object.entries(schema)) {
    const checked = checkValue(key, spec, given[key] ?? spec.default)
    if (!checked.ok) return checked
    values[key] = checked.value
  }
  const conflict = strategy.conflict(values)
  return conflict === null ? accept(values) : refuse('PARAMETERS_CONFLICT', conflict.field, conflict.sentence)
}

function checkValue(key: string, spec: ParameterSpec, value: unknown): Checked<number | boolean, ParameterRefusalCode> {
  if (spec.type === 'bool') {
    return typeof value === 'boolean'
      ? accept(value)
      : refuse('NOT_A_SWITCH', key, `${spec.label} is either on or off.`)
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuse('NOT_A_NUMBER', key, `${spec.label} is not a number.`)
  }
  if (spec.type === 'int' && !Number.isInteger(value)) {
    return refuse('NOT_WHOLE', key, `${spec.label} must be a whole number.`)
  }
  const between = `${spec.label} must be between ${spec.min} and ${spec.max}.`
  if (value < spec.min) return refuse('BELOW_MINIMUM', key, between)
  if (value > spec.max) return refuse('ABOVE_MAXIMUM', key, between)
  return accept(value)
}
