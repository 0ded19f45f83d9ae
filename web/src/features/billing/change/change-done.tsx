import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { DoneIcon } from '../../../ui/icons.ts'
import type { Change } from './use-change-plan.ts'

export function ChangeDone({ change: { plan, direction } }: { change: Change }) {
  return (
    <Stack align="center" ta="center" gap="md" py="md">
      <ThemeIcon size={56} radius="xl" variant="light">
        <DoneIcon size={28} />
      </ThemeIcon>
      <Title order={2}>{direction === 'upgrade' ? 'Upgrade Successful!' : 'Downgrade Successful!'}</Title>
      <Text size="sm">{plan.name} is in force from now on.</Text>
      <ButtonLink to="/subscriptions">Go to Subscriptions</ButtonLink>
    </Stack>
  )
}
