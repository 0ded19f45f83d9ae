import { Fragment, memo, type ReactNode } from 'react'
import classes from './compact-rows.module.css'

/** What stands on the left and on the right of one line. */
type Line = readonly [start: ReactNode, end: ReactNode]

type Props<Row> = {
  name: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The first line is the row's title; two or three lines in all. */
  lines: (row: Row) => readonly Line[]
  onOpen?: (row: Row) => void
}

/** A table's rows on a phone: two or three lines each; a tap opens the details. */
export function CompactRows<Row>({ name, rows, rowKey, lines, onOpen }: Props<Row>) {
  return (
    <ul className={classes['rows']} aria-label={name}>
      {rows.map((row) => (
        <CompactRow key={rowKey(row)} row={row} lines={lines} onOpen={onOpen} />
      ))}
    </ul>
  )
}

type RowProps<Row> = Pick<Props<Row>, 'lines'> & { row: Row; onOpen: ((row: Row) => void) | undefined }

/** Drawn again only when its row has changed: a poll seldom changes all of them. */
const CompactRow = memo(function CompactRow<Row>({ row, lines, onOpen }: RowProps<Row>) {
  const content = <Lines lines={lines(row)} />
  return (
    <li>
      {onOpen ? (
        <button type="button" className={`mantine-focus-auto ${classes['row']}`} onClick={() => onOpen(row)}>
          {content}
        </button>
      ) : (
        <div className={classes['row']}>{content}</div>
      )}
    </li>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode

function Lines({ lines }: { lines: readonly Line[] }) {
  return lines.map(([start, end], at) => (
    // The lines of a row never change their order.
    <Fragment key={at}>
      <span className={classes['line']}>
        <span className={classes['start']}>{start}</span>
        <span>{end}</span>
      </span>
    </Fragment>
  ))
}
