import { Box, UnstyledButton } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { TermHelp } from '../help/term-help.tsx'
import type { Definition, TermKey } from '../help/terms.ts'
import classes from './data-table.module.css'

export type Column<Row> = {
  readonly title: string
  /** Explained by a button beside the title. */
  readonly term?: TermKey | Definition
  readonly cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  readonly isFigure?: boolean
  /** Dates and similar values do not wrap. */
  readonly isWhole?: boolean
  /** Sentences wrap within a bounded width; on a phone they stand below their title. */
  readonly isNote?: boolean
  /** Buttons, whose column needs no title on a phone. */
  readonly isActions?: boolean
  /** The name by which the list is sorted when the title is pressed. */
  readonly sortBy?: string
}

export type Sorting = {
  readonly by: string
  readonly order: 'asc' | 'desc'
  readonly onSort: (by: string, order: 'asc' | 'desc') => void
}

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Opens the row's details: the first cell is a button whose click area covers the row. */
  onOpen?: (row: Row) => void
  /** Columns with a `sortBy` get a button in their title. */
  sorting?: Sorting
}

/** A table on a desktop; on a phone each row becomes a card with its column titles. */
export function DataTable<Row>({ name, columns, rows, rowKey, onOpen, sorting }: Props<Row>) {
  // A table without buttons must be focusable, or it cannot be scrolled by keyboard.
  const isPlain = !onOpen && !sorting && !columns.some(({ isActions }) => isActions)
  return (
    <Box className={classes['frame']} {...(isPlain && { tabIndex: 0 })}>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </Box>
  )
}

type RowProps<Row> = Pick<Props<Row>, 'columns'> & { row: Row; onOpen: ((row: Row) => void) | undefined }

/** Drawn again only when its row has changed: a poll of prices seldom changes all of them. */
const TableRow = memo(function TableRow<Row>({ row, columns, onOpen }: RowProps<Row>) {
  return (
    <tr data-opens={onOpen ? true : undefined}>
      {columns.map((column, at) => (
        <td
          key={column.title}
          data-title={at === 0 || column.isActions ? undefined : column.title}
          data-figure={column.isFigure || undefined}
          data-whole={column.isWhole || undefined}
          data-note={column.isNote || undefined}
        >
          {at === 0 && onOpen ? (
            <UnstyledButton className={classes['open']} onClick={() => onOpen(row)}>
              {column.cell(row)}
            </UnstyledButton>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode

type HeadingProps<Row> = { column: Column<Row>; sorting: Sorting | undefined }

/** The largest or newest first at the first press, the reverse at the second. */
function Heading<Row>({ column: { title, term, isFigure, sortBy }, sorting }: HeadingProps<Row>) {
  if (!sorting || sortBy === undefined) {
    return (
      <th scope="col" data-figure={isFigure || undefined}>
        {title}
        {term && <TermHelp term={term} />}
      </th>
    )
  }
  const order = sorting.by === sortBy ? sorting.order : undefined
  const next = order === 'desc' ? 'asc' : 'desc'
  return (
    <th
      scope="col"
      data-figure={isFigure || undefined}
      aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton className={classes['sort']} onClick={() => sorting.onSort(sortBy, next)}>
        {title}
        <span className={classes['arrow']} aria-hidden>
          {order === undefined ? '' : order === 'asc' ? '↑' : '↓'}
        </span>
      </UnstyledButton>
    </th>
  )
}
