import { Box } from '@mantine/core'
import type { DiffLine } from '@trading-bot/core/diff-lines'
import classes from './diff-view.module.css'

const SIGN = { same: ' ', added: '+', removed: '−' } as const

type Props = { label: string; lines: readonly DiffLine[]; isPlain?: boolean }

/** Lines of a difference; a plain text where there is nothing to compare with. */
export function DiffView({ label, lines, isPlain = false }: Props) {
  return (
    <Box component="pre" className={classes['diff']} tabIndex={0} aria-label={label}>
      {lines.map(({ kind, line }, at) => (
        // Diff lines have no key other than their index.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} className={isPlain ? undefined : classes[kind]} data-kind={kind}>
          {`${SIGN[kind]} ${line}\n`}
        </span>
      ))}
    </Box>
  )
}
