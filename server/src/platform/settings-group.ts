import * as z from 'zod'

type Setting = {
  readonly group: string
  /** Who has to think about it. */
  readonly neededBy: string
  readonly summary: string
  readonly isSecret: boolean
}

/** What the settings table says of each variable. */
export const SETTINGS = z.registry<Setting>()

/** Describes the variables of one part of the table; `secret` those whose value nobody may see. */
export function settingsGroup(group: string) {
  const describe =
    (isSecret: boolean) =>
    <Schema extends z.ZodType>(schema: Schema, neededBy: string, summary: string): Schema => {
      SETTINGS.add(schema, { group, neededBy, summary, isSecret })
      return schema
    }
  return Object.assign(describe(false), { secret: describe(true) })
}
