import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { exportAlgoOrders, readAlgoHistory } from '@trading-bot/contract/rest/trading/algos'
import { useState } from 'react'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'

/** Orders and fills of an algo id as a sealed file. */
export function ExportOrders({ id, algoId }: { id: string; algoId: string }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const download = useCall(exportAlgoOrders, {
    refresh: [readAlgoHistory],
    onDone: (bytes) => saveFile(bytes, `orders-${algoId}.jsonl`, exportAlgoOrders.produces),
  })
  const isTurned = from !== '' && to !== '' && from > to
  return (
    <Stack gap="sm" component="section" aria-label="Export orders">
      <Text fw={600}>Export orders</Text>
      <Text size="sm" c="dimmed">
        Every order and fill under {algoId} as a sealed file that can be checked offline. Leave the days empty for all.
      </Text>
      <Group grow align="flex-start">
        <TextInput type="date" label="From" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        <TextInput
          type="date"
          label="To"
          value={to}
          error={isTurned && 'The last day is before the first'}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Group>
      <Group>
        <Button
          variant="default"
          loading={download.isPending}
          disabled={isTurned}
          onClick={() => download.mutate({ id, ...(from && { from }), ...(to && { to }) })}
        >
          Download export
        </Button>
      </Group>
    </Stack>
  )
}
