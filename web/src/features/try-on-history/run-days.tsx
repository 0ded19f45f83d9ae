import { SegmentedControl, Text } from '@mantine/core'

type Props = { choices: readonly string[]; value: string; onChange: (days: string) => void }

/** Over how many of the last days the bot is run. */
export function RunDays({ choices, value, onChange }: Props) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="history-days">
        Days
      </Text>
      <SegmentedControl aria-labelledby="history-days" data={[...choices]} value={value} onChange={onChange} />
    </div>
  )
}
