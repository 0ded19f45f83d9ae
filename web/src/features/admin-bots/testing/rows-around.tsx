import { Text } from '@mantine/core'
import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import { formatDateTime } from '../../../lib/format.ts'
import classes from './rows-around.module.css'

/** What a script computed or saw around the bar at which it went wrong. */
export function RowsAround({ rows: { symbol, columns, rows } }: { rows: FrameRows }) {
  return (
    <section aria-label="Rows around the bar">
      <Text size="sm" fw={600} mb={4}>
        {`${symbol} around this bar`}
      </Text>
      {/* Scrollable, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['frame']} tabIndex={0}>
        <table className={classes['rows']}>
          <thead>
            <tr>
              <th scope="col">Bar, India time</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at_ms, cells, is_marked, note = '' }) => (
              <tr key={`${at_ms} ${note}`} data-marked={is_marked}>
                <th scope="row">
                  {formatDateTime(new Date(at_ms).toISOString()).replace(/ \d{4},/, ',')}
                  {note !== '' && <span className={classes['note']}>{note}</span>}
                </th>
                {cells.map((cell, at) => (
                  <td key={columns[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
