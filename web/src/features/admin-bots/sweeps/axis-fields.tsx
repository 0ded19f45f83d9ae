import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import type { Axis, Field } from './sweep-axes.ts'

type Props = {
  /** Such as `Across`: it begins the labels of its numbers. */
  name: string
  /** By which a refusal names it. */
  path: string
  axis: Axis
  fields: readonly Field[]
  refused: Readonly<Record<string, string>>
  onField: (field: string | null) => void
  onChange: (axis: Axis) => void
  /** Only what is more than the map's two can be taken away. */
  onRemove: (() => void) | null
}

/** One swept parameter: which, from where to where, and in which steps. */
export function AxisFields({ name, path, axis, fields, refused, onField, onChange, onRemove }: Props) {
  const spec = fields.find(([field]) => field === axis.field)?.[1]
  return (
    <Stack gap={4}>
      <Group align="flex-end" gap="sm">
        <Select
          label={name}
          w={190}
          allowDeselect={false}
          data={fields.map(([value, { label }]) => ({ value, label }))}
          value={axis.field}
          error={refused[path] ?? refused[`${path}.field`]}
          onChange={onField}
        />
        {(['from', 'to', 'step'] as const).map((part) => (
          <NumberInput
            key={part}
            label={`${name} ${part}`}
            w={110}
            value={axis[part]}
            error={refused[`${path}.${part}`]}
            onChange={(value) => onChange({ ...axis, [part]: value === '' ? '' : Number(value) })}
          />
        ))}
        {onRemove && (
          <Button variant="subtle" color="gray" onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {spec && `From ${spec.min} to ${spec.max}`}
      </Text>
    </Stack>
  )
}
