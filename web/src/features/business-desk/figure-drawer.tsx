import { Drawer, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'

export const PAGE_SIZE = 20

type Named = { readonly user: { readonly id: string; readonly email: string } }

/** The first column of each list: who it was, with a link to the user's page. */
export const USER_COLUMN: Column<Named> = {
  title: 'User',
  cell: ({ user }) => (
    <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
      {user.email}
    </TextLink>
  ),
}

type Props<Row, Totals extends { readonly count: number }> = {
  title: string
  /** What the figure means, where its name does not say it. */
  about?: string
  query: UseQueryResult<{ readonly list: readonly Row[]; readonly totals: Totals }>
  /** All of the list in one sentence. */
  sentence: (totals: Totals) => string
  name: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  page: number
  onPage: (page: number) => void
  onClose: () => void
}

/** What a figure of the desk is made of, page by page. */
export function FigureDrawer<Row, Totals extends { readonly count: number }>(props: Props<Row, Totals>) {
  const { title, about, query, sentence, name, columns, rowKey, page, onPage, onClose } = props
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={title}>
      <Stack gap="md">
        {about !== undefined && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
        <Loaded query={query} skeleton={<Skeleton h={320} radius="lg" />}>
          {({ list, totals }) => (
            <>
              <Text size="sm">{sentence(totals)}</Text>
              <DataTable name={name} columns={columns} rows={list} rowKey={rowKey} />
              <Pager name={`Pages of ${name}`} page={page} pageSize={PAGE_SIZE} total={totals.count} onPage={onPage} />
            </>
          )}
        </Loaded>
      </Stack>
    </Drawer>
  )
}
