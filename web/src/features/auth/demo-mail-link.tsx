import { Text } from '@mantine/core'
import { TextLink } from '../../ui/controls/text-link.tsx'
import classes from './demo-note.module.css'
import { useEnvironment } from '../../lib/queries/use-environment.ts'

/** In the demo, mail is not sent but shown on a page. It opens in a new tab, so that this form keeps its values. */
export function DemoMailLink({ to }: { to: string }) {
  const environment = useEnvironment()
  if (!environment?.demo) return null
  return (
    <aside className={classes['note']} aria-label="Demo mail">
      <Text size="sm" c="dimmed">
        Demo world: no mail leaves this machine.{' '}
        <TextLink to="/dev/mail" search={{ to }} target="_blank" size="sm">
          Read it on the demo’s mail page
        </TextLink>
      </Text>
    </aside>
  )
}
