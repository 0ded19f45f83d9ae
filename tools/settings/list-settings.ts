import type * as z from 'zod'
import { Environment } from '../../server/src/platform/environment.ts'
import { SETTINGS } from '../../server/src/platform/settings-group.ts'

export type SettingRow = {
  readonly name: string
  readonly group: string
  readonly neededBy: string
  readonly summary: string
  readonly isSecret: boolean
  /** As it would be written; empty where there is none. */
  readonly fallback: string
  /** The words it takes, where they are a closed list. */
  readonly values: readonly string[]
  /** Set by the product for itself. */
  readonly isInternal: boolean
}

/** The variables of the environment's schema, in its order; one that is not described is an error. */
export function listSettings(): SettingRow[] {
  return Object.entries<z.ZodType>(Environment.shape).map(([name, schema]) => {
    const setting = SETTINGS.get(schema)
    if (!setting) throw new Error(`${name} is not described in environment.ts.`)
    return { name, ...setting, ...valuesOf(schema), isInternal: name.startsWith('EMBEDDED_') }
  })
}

type Definition = {
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly defaultValue?: unknown
  readonly entries?: Readonly<Record<string, string>>
}

function valuesOf(schema: z.ZodType): Pick<SettingRow, 'fallback' | 'values'> {
  const definition = schema.def as Definition
  const inner = definition.innerType ?? definition.in
  const below = inner ? valuesOf(inner) : { fallback: '', values: Object.keys(definition.entries ?? {}) }
  return 'defaultValue' in definition ? { ...below, fallback: String(definition.defaultValue) } : below
}
