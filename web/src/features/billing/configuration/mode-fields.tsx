import { Switch } from '@mantine/core'
import { ModeChoice } from './mode-choice.tsx'
import type { ModeValues } from './mode-values.ts'

/** The part of a form that these fields need. */
type ModeForm = {
  values: ModeValues
  setFieldValue: ((field: 'mode', value: ModeValues['mode']) => void) & ((field: 'is_active', value: boolean) => void)
}

/** The trading mode, and whether the bot may trade at all. */
export function ModeFields({ form }: { form: ModeForm }) {
  const { mode, is_active } = form.values
  return (
    <>
      <ModeChoice value={mode} onChange={(chosen) => form.setFieldValue('mode', chosen)} />
      <Switch
        label="The bot may open positions"
        description="Switched off, it does not start and opens nothing. What it holds is still watched and closed."
        checked={is_active}
        onChange={(event) => form.setFieldValue('is_active', event.currentTarget.checked)}
      />
    </>
  )
}
