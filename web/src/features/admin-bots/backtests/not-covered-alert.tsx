import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { readHistoryFetch, startHistoryFetch } from '@trading-bot/contract/rest/trading/market-data'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { TextLink } from '../../../ui/controls/text-link.tsx'
import type { NotCovered } from './not-covered.ts'

export type DataChoice = { readonly allow_partial?: boolean; readonly market?: 'simulated' }

type Props = {
  notCovered: NotCovered
  /** The last days, or exactly these. */
  days: number | { readonly from: string; readonly until: string }
  onRun: (choice: DataChoice) => void
}

/** Days of the range are not there: fetch them, or choose to do without. */
export function NotCoveredAlert({ notCovered, days, onRun }: Props) {
  const fetchDays = useCall(startHistoryFetch, {
    refresh: [readHistoryFetch],
    onDone: () => notify('success', 'Fetching has begun. Its progress stands under Market data.'),
  })
  const range = () => {
    if (typeof days !== 'number') return days
    const today = indiaDayNumber(Date.now())
    return { from: isoDay(today - days - 10), until: isoDay(today - 1) }
  }
  return (
    <Alert color="yellow" variant="light" title="Not all of this history is there">
      <Stack gap="sm">
        <Text size="sm">{notCovered.sentence}</Text>
        <Group gap="sm">
          <Button size="xs" loading={fetchDays.isPending} onClick={() => fetchDays.mutate(range())}>
            Fetch missing days
          </Button>
          {notCovered.isPartly && (
            <Button size="xs" variant="default" onClick={() => onRun({ allow_partial: true })}>
              Run without these days
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => onRun({ market: 'simulated' })}>
            Run on the simulated market
          </Button>
          <TextLink to="/admin/market-data" size="sm">
            Market data
          </TextLink>
        </Group>
      </Stack>
    </Alert>
  )
}
