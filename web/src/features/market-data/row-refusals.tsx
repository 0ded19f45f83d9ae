import { Alert, List } from '@mantine/core'
import type { ImportPreview } from '@trading-bot/contract/rest/trading/market-data'

type Props = { title: string; refusals: ImportPreview['refusals'] }

/** Rows of a file or list that could not be read, each with its line and reason. */
export function RowRefusals({ title, refusals }: Props) {
  if (refusals.length === 0) return null
  return (
    <Alert color="yellow" variant="light" title={title}>
      <List size="sm">
        {refusals.map(({ line, reason }) => (
          <List.Item key={`${line} ${reason}`}>{`Line ${line}: ${reason}`}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
