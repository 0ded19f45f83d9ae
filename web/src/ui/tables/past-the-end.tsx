import { Button } from '@mantine/core'
import { formatNumber } from '@trading-bot/core/format-number'
import { EmptyState } from '../feedback/empty-state.tsx'

type Props = { page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** Shown for a page number after the last one, such as an old link to a list that has become shorter. */
export function PastTheEnd({ page, pageSize, total, onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <EmptyState
      title={`There is no page ${formatNumber(page)}`}
      action={
        <Button variant="default" onClick={() => onPage(last)}>
          Show the last page
        </Button>
      }
    >
      {`The list has ${formatNumber(last)} ${last === 1 ? 'page' : 'pages'}.`}
    </EmptyState>
  )
}
