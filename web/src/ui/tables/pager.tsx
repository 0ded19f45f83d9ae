import { Group, Pagination, Text } from '@mantine/core'
import { formatNumber } from '@trading-bot/core/format-number'

type Props = { name: string; page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** The visible range of a list and at most five page buttons. */
export function Pager({ name, page, pageSize, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = Math.min(total, (page - 1) * pageSize + 1)
  const last = Math.min(total, page * pageSize)
  const start = Math.max(1, Math.min(page - 2, pages - 4))
  const buttons = Array.from({ length: Math.min(5, pages) }, (_, at) => start + at)
  return (
    <Group justify="space-between" mt="md" component="nav" aria-label={name}>
      <Text size="sm" c="dimmed">
        {total === 0 ? 'Nothing to show' : `${count(first)}–${count(last)} of ${count(total)}`}
      </Text>
      <Pagination.Root total={pages} value={page} onChange={onPage}>
        <Group gap={4}>
          <Pagination.First aria-label="First page" />
          <Pagination.Previous aria-label="Previous page" />
          {buttons.map((number) => (
            <Pagination.Control
              key={number}
              active={number === page}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </Pagination.Control>
          ))}
          <Pagination.Next aria-label="Next page" />
          <Pagination.Last aria-label="Last page" />
        </Group>
      </Pagination.Root>
    </Group>
  )
}

function count(value: number): string {
  return formatNumber(value)
}
