import { Radio, Stack } from '@mantine/core'
import { OnRefusedStop } from '@trading-bot/contract/rest/billing/subscriptions'

type Props = { value: OnRefusedStop; onChange: (choice: OnRefusedStop) => void }

/** Asked with real money only: in paper no broker can refuse a stop. */
export function RefusedStopChoice({ value, onChange }: Props) {
  return (
    <Radio.Group
      label="If the broker refuses a stop"
      description="A stop at the exchange limits your loss even while this platform cannot be reached. A position without one has no such protection."
      // What is at stake is read before the choice.
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      value={value}
      onChange={(choice) => onChange(OnRefusedStop.parse(choice))}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="close" label="Close the position" description="At once, at the market price. The safer choice." />
        <Radio
          value="warn"
          label="Only warn me"
          description="The position stays open, and only this platform watches its stop. If prices or your log-in fail, you can lose more than the stop allows."
        />
      </Stack>
    </Radio.Group>
  )
}
