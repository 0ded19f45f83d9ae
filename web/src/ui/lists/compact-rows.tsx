import { UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
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
        <li key={rowKey(row)}>
          {onOpen ? (
            <UnstyledButton className={classes['row']} onClick={() => onOpen(row)}>
              <Lines lines={lines(row)} />
            </UnstyledButton>
          ) : (
            <div className={classes['row']}>
              <Lines lines={lines(row)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

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
