import { Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../controls/text-link.tsx'
import { ThemeSwitch } from '../controls/theme-switch.tsx'
import { BrandMark } from './brand-mark.tsx'
import { LegalLinks } from './legal-links.tsx'

/** A page that anyone may read, signed in or not. */
export function PublicPage({ size, children }: { size: 'sm' | 'md'; children: ReactNode }) {
  return (
    <Container size={size} py="md">
      <Group justify="space-between" component="header" mb="xl">
        <TextLink to="/" underline="never" c="inherit">
          <BrandMark />
        </TextLink>
        <ThemeSwitch />
      </Group>
      <main>{children}</main>
      <Group component="footer" mt="xl" py="md">
        <LegalLinks />
      </Group>
    </Container>
  )
}
