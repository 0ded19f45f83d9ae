import { List, Stack, Text } from '@mantine/core'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { AccountHeading } from './account-heading.tsx'
import { FormFailure } from './form-failure.tsx'

export function InvalidResetLink({ reason }: { reason: string }) {
  return (
    <Stack gap="lg">
      <AccountHeading title="This link does not work">Your password has not been changed.</AccountHeading>
      <FormFailure text={reason} />
      <div>
        <Text size="sm" mb={4}>
          The usual reasons:
        </Text>
        <List size="sm" c="dimmed">
          <List.Item>The link has expired: it works for 24 hours.</List.Item>
          <List.Item>The link was already used: it works once.</List.Item>
          <List.Item>You asked for a newer link: only the newest works.</List.Item>
          <List.Item>The link is malformed: part of it was lost when it was copied.</List.Item>
        </List>
      </div>
      <ButtonLink to="/forgot-password" size="md">
        Request a new link
      </ButtonLink>
    </Stack>
  )
}

/** The token is not stored, so after a reload the user must open the mailed link again. */
export function ReloadedResetLink() {
  return (
    <Stack gap="lg">
      <AccountHeading title="Open the link again">
        For your security this page forgets the link when you reload it. Open the link in your email again, or request a
        new one.
      </AccountHeading>
      <ButtonLink to="/forgot-password" size="md">
        Request a new link
      </ButtonLink>
    </Stack>
  )
}
