import { Badge, Button, Group, Text } from '@mantine/core'

const SHOWN_CHARACTERS = 50

type Named = { readonly name: string; readonly description: string; readonly is_popular: boolean }

export function PlanName({ plan: { name, description, is_popular } }: { plan: Named }) {
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {is_popular && (
          <Badge size="sm" variant="light">
            Popular
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" data-testid="description">
        {description.length > SHOWN_CHARACTERS ? `${description.slice(0, SHOWN_CHARACTERS)}...` : description}
      </Text>
    </div>
  )
}

type ActionsProps = { name: string; onEdit: () => void; onDelete: () => void }

export function PlanActions({ name, onEdit, onDelete }: ActionsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button size="xs" variant="default" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </Group>
  )
}
