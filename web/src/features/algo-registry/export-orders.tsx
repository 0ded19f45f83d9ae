import { Button, Group, Stack, Text } from '@mantine/core'
import { exportAlgoOrders, readAlgoHistory } from '@trading-bot/contract/rest/trading/algos'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { DayRangeFields, useDayRange } from '../../ui/controls/day-range-fields.tsx'

/** Orders and fills of an algo id as a sealed file. */
export function ExportOrders({ id, algoId }: { id: string; algoId: string }) {
  const days = useDayRange()
  const download = useCall(exportAlgoOrders, {
    refresh: [readAlgoHistory],
    onDone: (bytes) => saveFile(bytes, `orders-${algoId}.jsonl`, exportAlgoOrders.produces),
  })
  return (
    <Stack gap="sm" component="section" aria-label="Export orders">
      <Text fw={600}>Export orders</Text>
      <Text size="sm" c="dimmed">
        Every order and fill under {algoId} as a sealed file that can be checked offline. Leave the days empty for all.
      </Text>
      <DayRangeFields {...days} />
      <Group>
        <Button
          variant="default"
          loading={download.isPending}
          disabled={days.isReversed}
          onClick={() => download.mutate({ id, ...days.chosen })}
        >
          Download export
        </Button>
      </Group>
    </Stack>
  )
}
