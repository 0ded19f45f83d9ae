import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readCredentialStatus } from '@trading-bot/contract/rest/trading/credentials'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { ApiFailure } from '../../lib/api/api-failure.ts'
import { isValidSubscription } from '../../lib/is-valid-subscription.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { SecurityIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AccessLog } from './access-log.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { CurrentCredentials } from './current-credentials.tsx'
import { HowToGuide } from './how-to-guide.tsx'
import { RegisteredAddress } from './registered-address.tsx'

export function CredentialsPage() {
  const held = useQuery(queryOf(readMySubscription, {}))
  const status = useQuery(queryOf(readCredentialStatus, {}))
  const isSet = status.isSuccess
  const isNotSet = status.error instanceof ApiFailure && status.error.status === 404
  const isFirstReading = (held.isPending && held.errorUpdateCount === 0) || (status.isPending && !isNotSet)
  return (
    <>
      <PageHeader title="Trading Credentials" subtitle="The connection between your bot and your broker account." />
      <Alert icon={<SecurityIcon />} variant="light" mb="lg" maw="63rem" title="Your credentials are encrypted">
        They are sealed with AES-256 before they are stored, are never shown again, and are used only to log your bot in
        at the broker.
      </Alert>
      <Section title="Current credentials" about="What is saved, and whether the broker has accepted it.">
        <CurrentCredentials status={status} isNotSet={isNotSet} />
      </Section>
      <Section
        title={isSet ? 'Update credentials' : 'Add credentials'}
        about="Saved credentials must be verified before the bot can use them."
      >
        {isFirstReading && <Skeleton h={260} />}
        {!isFirstReading &&
          (isValidSubscription(held.data ?? null) ? (
            <CredentialsForm
              formId="credentials"
              isUpdate={isSet}
              action={isSet ? 'Update Credentials' : 'Save Credentials'}
              onSaved={() => undefined}
            />
          ) : (
            <SubscriptionRequired />
          ))}
      </Section>
      <Section
        title="Address to register"
        about="Angel One takes orders with real money only from the address that is registered for your API key."
      >
        <RegisteredAddress />
      </Section>
      <Section title="Access log" about="What was done with your credentials, newest first. Times are India time.">
        <AccessLog />
      </Section>
      <Section title="How to get your credentials" about="All four come from Angel One and take about ten minutes.">
        <HowToGuide />
      </Section>
    </>
  )
}

function SubscriptionRequired() {
  return (
    <Stack align="flex-start" gap="xs">
      <Text fw={600}>Subscription Required</Text>
      <Text size="sm" c="dimmed">
        Credentials are saved for an active subscription. Choose a plan first; this page waits for you.
      </Text>
      <ButtonLink to="/pricing">View plans</ButtonLink>
    </Stack>
  )
}
