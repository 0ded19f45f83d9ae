import { Box, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  readonly isFigure?: boolean
  /** Dates and similar values do not wrap. */
  readonly isWhole?: boolean
  /** Sentences wrap within a bounded width; on a phone they stand below their title. */
  readonly isNote?: boolean
  /** Buttons, whose column needs no title on a phone. */
  readonly isActions?: boolean
}

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Opens the row's details: the first cell is a button whose click area covers the row. */
  onOpen?: (row: Row) => void
}

/** A table on a desktop; on a phone each row becomes a card with its column titles. */
export function DataTable<Row>({ name, columns, rows, rowKey, onOpen }: Props<Row>) {
  // A table without buttons must be focusable, or it cannot be scrolled by keyboard.
  const isPlain = !onOpen && !columns.some(({ isActions }) => isActions)
  return (
    <Box className={classes['frame']} {...(isPlain && { tabIndex: 0 })}>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ title, isFigure }) => (
              <th key={title} scope="col" data-figure={isFigure || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-opens={onOpen ? true : undefined}>
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
          ))}
        </tbody>
      </table>
    </Box>
  )
}
