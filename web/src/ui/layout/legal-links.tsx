import { Group } from '@mantine/core'
import { TextLink } from '../controls/text-link.tsx'

const LINKS = [
  ['/help', 'Help'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/refunds', 'Refunds'],
  ['/risk', 'Risk disclosure'],
] as const

/** Links to the guide and the notices; in a new tab where leaving would lose what was typed. */
export function LegalLinks({ inNewTab = false }: { inNewTab?: boolean }) {
  return (
    <Group component="nav" aria-label="Help and legal" gap="sm">
      {LINKS.map(([to, label]) => (
        <TextLink key={to} to={to} size="xs" c="dimmed" {...(inNewTab && { target: '_blank' })}>
          {label}
        </TextLink>
      ))}
    </Group>
  )
}
