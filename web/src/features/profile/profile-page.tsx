import { Alert } from '@mantine/core'
import { useSession } from '../../lib/session/session.ts'
import { SecurityIcon } from '../../ui/icons.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AlertsPanel } from './alerts/alerts-panel.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ConsentsList } from './consents-list.tsx'
import { OwnData } from './own-data.tsx'
import { PasskeysPanel } from './passkeys/passkeys-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorPanel } from './second-factor/second-factor-panel.tsx'
import { SessionsList } from './sessions/sessions-list.tsx'
import { TelegramPanel } from './telegram/telegram-panel.tsx'

export function ProfilePage() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  const { user } = state
  return (
    <>
      <PageHeader title="Profile" subtitle={`${user.username} · ${user.email}`} />
      {user.must_enrol && (
        <Alert icon={<SecurityIcon />} color="yellow" variant="light" mb="lg" title="One step before you can go on">
          Set up an authenticator app or add a passkey: administrators need a second factor.
        </Alert>
      )}
      {!user.must_enrol && (
        <>
          <Section title="Your details" about="How we address you, and how support can reach you.">
            <ProfileForm user={user} />
          </Section>
          <Section title="Password" about="Changing it signs out every other device and unlinks Telegram.">
            <ChangePasswordForm />
          </Section>
        </>
      )}
      <Section
        title="Second factor"
        about="A code from an authenticator app on top of your password. It protects the account that holds your broker connection."
      >
        <SecondFactorPanel user={user} />
      </Section>
      <Section
        title="Passkeys"
        about="Sign in with your fingerprint, face or device PIN instead of a password and a code."
      >
        <PasskeysPanel />
      </Section>
      {!user.is_admin && (
        <Section title="Alerts" about="What we tell you, and where. Changes are saved at once.">
          <AlertsPanel />
        </Section>
      )}
      {!user.must_enrol && (
        <Section title="Telegram" about="Follow your bot in a chat: fills, rejections, limits and stops.">
          <TelegramPanel />
        </Section>
      )}
      {!user.must_enrol && (
        <Section title="Signed-in devices" about="Times are India time. Sign out whatever you do not recognise.">
          <SessionsList />
        </Section>
      )}
      {!user.must_enrol && (
        <Section title="Consents" about="What you agreed to, and when. Times are India time.">
          <ConsentsList isAdmin={user.is_admin} />
        </Section>
      )}
      {!user.must_enrol && !user.is_admin && (
        <Section title="Complaints" about="When support did not help: each is registered and answered within 30 days.">
          <ButtonLink to="/complaints" variant="default">
            Complaints
          </ButtonLink>
        </Section>
      )}
      {!user.must_enrol && (
        <Section title="Your data" about="Take a copy of what we hold about you, or leave for good.">
          <OwnData />
        </Section>
      )}
    </>
  )
}
