import { Badge } from '@mantine/core'

const COLOUR: Readonly<Record<string, string>> = { executed: 'green', pending: 'yellow', cancelled: 'red' }

export function TradeStatus({ status }: { status: string }) {
  const colour = COLOUR[status] ?? 'gray'
  return (
    <Badge variant="light" color={colour} flex="none" data-status={status} data-colour={colour}>
      {`${status.charAt(0).toUpperCase()}${status.slice(1)}`}
    </Badge>
  )
}
