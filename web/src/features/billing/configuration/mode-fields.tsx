import { Switch } from '@mantine/core'
import { ModeChoice } from './mode-choice.tsx'
import type { ModeValues } from './mode-values.ts'
import { RefusedStopChoice } from './refused-stop-choice.tsx'

/** The part of a form that these fields need. */
type ModeForm = {
  values: ModeValues
  setFieldValue: ((field: 'mode', value: ModeValues['mode']) => void) &
    ((field: 'on_refused_stop', value: ModeValues['on_refused_stop']) => void) &
    ((field: 'is_active', value: boolean) => void)
}

/** The trading mode, what a refused stop means with real money, and whether the bot may trade at all. */
export function ModeFields({ form, isLiveInPlan = true }: { form: ModeForm; isLiveInPlan?: boolean | undefined }) {
  const { mode, is_active, on_refused_stop } = form.values
  return (
    <>
      <ModeChoice value={mode} isInPlan={isLiveInPlan} onChange={(chosen) => form.setFieldValue('mode', chosen)} />
      {mode === 'live' && (
        <RefusedStopChoice
          value={on_refused_stop}
          onChange={(chosen) => form.setFieldValue('on_refused_stop', chosen)}
        />
      )}
      <Switch
        label="The bot may open positions"
        description="When off, the bot does not start and opens no positions. Open positions are still managed until they close."
        checked={is_active}
        onChange={(event) => form.setFieldValue('is_active', event.currentTarget.checked)}
      />
    </>
  )
}
