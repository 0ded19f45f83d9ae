import { Button, Group } from '@mantine/core'

type Props = { name: string; onOpen: (kind: 'edit' | 'remove') => void }

export function RowActions({ name, onOpen }: Props) {
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      <Button size="xs" variant="default" aria-label={`Remove ${name}`} onClick={() => onOpen('remove')}>
        Remove
      </Button>
    </Group>
  )
}
