import { Button, Group, Text } from '@mantine/core'
import classes from './demo-note.module.css'
import { useEnvironment } from '../../lib/queries/use-environment.ts'

type SignIn = { username: string; password: string }

/** The two demo accounts; renders nothing outside the demo. */
export function DemoSignIns({ onUse }: { onUse: (signIn: SignIn) => void }) {
  const environment = useEnvironment()
  if (!environment?.demo) return null
  return (
    <aside className={classes['note']} aria-label="Demo sign-ins">
      <Text size="xs" c="dimmed" mb={6}>
        Demo world: sign in as
      </Text>
      {environment.sign_ins.map(({ role, username, password }) => (
        <Group key={username} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">
            {role}: <code>{username}</code> / <code>{password}</code>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Use the sign-in of ${username}`}
            onClick={() => onUse({ username, password })}
          >
            Use
          </Button>
        </Group>
      ))}
    </aside>
  )
}
