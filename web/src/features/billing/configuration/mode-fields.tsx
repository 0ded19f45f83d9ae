import { Switch } from '@mantine/core'
import { ModeChoice } from './mode-choice.tsx'
import type { ModeValues } from './mode-values.ts'

/** As much of a form as these fields need, whatever else it holds. */
type ModeForm = {
  values: ModeValues
  setFieldValue: ((field: 'mode', value: ModeValues['mode']) => void) & ((field: 'is_active', value: boolean) => void)
}

/** With which money the bot trades, and whether it may at all. */
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
