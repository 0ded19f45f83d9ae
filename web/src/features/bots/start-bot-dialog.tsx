import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { LIVE_CONSENT, type TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { type FormEvent, useRef, useState } from 'react'
import { ErrorIcon } from '../../ui/icons.ts'
import { useParticipation } from './bot-queries.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { LiveTermsPart, useLiveTerms } from './live-terms.tsx'

type Consent = { password?: string; consent?: string; own_parameters?: string }

type Props = {
  /** The button's text: Start Bot or Resume Bot. */
  action: string
  mode: TradingMode
  isSending: boolean
  onConfirm: (consent: Consent) => void
  onClose: () => void
}

/** Starts trading. A live start requires the password and a typed consent sentence. */
export function StartBotDialog({ action, mode, isSending, onConfirm, onClose }: Props) {
  const isLive = mode === 'live'
  const [password, setPassword] = useState('')
  const [consent, setConsent] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const terms = useLiveTerms(isLive)
  const own = terms.data?.own_parameters?.hash
  const ownField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const consentField = useRef<HTMLInputElement>(null)
  const ownProblem = own !== undefined && !isConfirmed ? 'Confirm that these are your own parameters' : null
  const passwordProblem = isLive && password === '' ? 'Password is required' : null
  const consentProblem = isLive && consent.trim() !== LIVE_CONSENT ? `Type “${LIVE_CONSENT}”` : null

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    const wrong = ownProblem ? ownField : passwordProblem ? passwordField : consentProblem ? consentField : null
    if (wrong) wrong.current?.focus()
    else onConfirm(isLive ? { password, consent: consent.trim(), ...(own && { own_parameters: own }) } : {})
  }

  return (
    <Modal opened onClose={onClose} title={`${action}?`}>
      <form onSubmit={submit} noValidate aria-label={action}>
        <Stack gap="md">
          <Text size="sm">
            {isLive
              ? 'The bot sends orders to your broker with real money, by its strategy and within its limits, until you stop it.'
              : 'The bot trades on paper: live prices, virtual money. Nothing is sent to your broker.'}
          </Text>
          {isLive && (
            <>
              <SheetToAccept />
              <LiveTermsPart
                query={terms}
                isConfirmed={isConfirmed}
                problem={isChecked ? ownProblem : null}
                checkbox={ownField}
                onConfirm={setConfirmed}
              />
              <PasswordField
                label="Current password"
                ref={passwordField}
                autoComplete="current-password"
                data-autofocus
                value={password}
                error={isChecked && passwordProblem}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <TextInput
                label="Your consent"
                description={`Type “${LIVE_CONSENT}”.`}
                ref={consentField}
                autoComplete="off"
                value={consent}
                error={isChecked && consentProblem}
                onChange={(event) => setConsent(event.currentTarget.value)}
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" loading={isSending} disabled={isLive && terms.isPending} data-autofocus={!isLive}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The version that would trade and was not accepted yet: it opens beside this dialog, so that nothing typed is lost. */
function SheetToAccept() {
  const { data } = useParticipation()
  const missing = data?.readiness.find(({ code, is_ready }) => code === 'live_sheet' && !is_ready)
  if (!missing?.fix) return null
  return (
    <Alert color="yellow" variant="light" icon={<ErrorIcon />} title={`Missing: ${missing.text}`}>
      <TextLink to={missing.fix.path} target="_blank" size="sm">
        {missing.fix.label}
      </TextLink>
    </Alert>
  )
}
