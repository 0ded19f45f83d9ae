import { Code, Stack } from '@mantine/core'
import { PRINTED } from '@trading-bot/contract/rest/trading/bot-code'
import classes from './test-results.module.css'

/** A run in sentences, and what the script printed as it printed it: columns stay below each other and scroll sideways. */
export function ScriptOutput({ output, label }: { output: string; label: string }) {
  const [said = '', printed] = output.split(`${PRINTED}\n`)
  return (
    <Stack gap="xs" component="section" aria-label={label}>
      {said.trim() !== '' && (
        <Code block className={classes['said']}>
          {said.trim()}
        </Code>
      )}
      {printed !== undefined && (
        <Code block className={classes['printed']} tabIndex={0} aria-label={PRINTED.slice(0, -1)}>
          {printed}
        </Code>
      )}
    </Stack>
  )
}
