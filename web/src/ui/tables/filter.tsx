import { Select } from '@mantine/core'

type Props = {
  label: string
  value: string
  /** The label of each value; the empty value means all. */
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

/** Narrows a list to one of a few values. */
export function Filter({ label, value, options, onChange }: Props) {
  return (
    <Select
      label={label}
      w={{ base: '100%', xs: 160 }}
      allowDeselect={false}
      data={Object.entries(options).map(([option, text]) => ({ value: option, label: text }))}
      value={value in options ? value : ''}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
