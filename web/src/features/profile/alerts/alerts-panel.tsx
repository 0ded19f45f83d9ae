import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type AlertChoice,
  ALWAYS_MAILED,
  readAlerts,
  saveAlerts,
  sendMailTest,
} from '@trading-bot/contract/rest/accounts/alerts'
import { readTelegram, sendTelegramTest } from '@trading-bot/contract/rest/accounts/telegram'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ALERT_WORDS } from './alert-words.ts'
import classes from './alerts-panel.module.css'
import { useBotSwitches } from './use-bot-switches.ts'

/** Which alerts come, and where; every change is saved at once. */
export function AlertsPanel() {
  const alerts = useQuery(queryOf(readAlerts, {}))
  const isLinked = Boolean(useQuery(queryOf(readTelegram, {})).data?.chat)
  const isInPlan = useBotSwitches()?.hasTelegram !== false
  return (
    <Stack gap="md">
      <Loaded query={alerts} skeleton={<Skeleton h={360} />}>
        {(choices) => <Choices choices={choices} isLinked={isLinked && isInPlan} />}
      </Loaded>
      <Text size="sm" c="dimmed">
        {telegramNote(isLinked, isInPlan)}
        Mails about your account’s security are always sent.
      </Text>
      <TestButtons isLinked={isLinked} />
    </Stack>
  )
}

function telegramNote(isLinked: boolean, isInPlan: boolean): string {
  if (!isInPlan) return 'Your plan sends alerts by e-mail only. '
  return isLinked ? '' : 'Link Telegram below to use it. '
}

function Choices({ choices, isLinked }: { choices: readonly AlertChoice[]; isLinked: boolean }) {
  const save = useCall(saveAlerts, { refresh: [readAlerts] })
  const bot = useBotSwitches()
  const sending = save.isPending ? save.variables.choices : []
  const change = (choice: AlertChoice) => save.mutate({ choices: [choice] })
  return (
    <table className={classes['table']} aria-label="Alerts">
      <thead>
        <tr>
          <th scope="col">Alert</th>
          <th scope="col">Mail</th>
          <th scope="col">Telegram</th>
        </tr>
      </thead>
      <tbody>
        {bot && (
          <tr>
            <Name title="Everything about your bot" about="Off turns off every alert below that is about your bot" />
            <td>
              <Checkbox
                aria-label="Everything about your bot by mail"
                checked={bot.byMail}
                onChange={(event) => bot.save({ email_notifications: event.currentTarget.checked })}
              />
            </td>
            <td>
              <Checkbox
                aria-label="Everything about your bot by Telegram"
                checked={bot.byTelegram}
                disabled={!isLinked}
                onChange={(event) => bot.save({ telegram_notifications: event.currentTarget.checked })}
              />
            </td>
          </tr>
        )}
        {choices.map((saved) => {
          const choice = sending.find(({ kind }) => kind === saved.kind) ?? saved
          const { title, about, isOfBot } = ALERT_WORDS[choice.kind]
          const isAlways = ALWAYS_MAILED.has(choice.kind)
          return (
            <tr key={choice.kind}>
              <Name title={title} about={about} />
              <td>
                <Checkbox
                  aria-label={`${title} by mail`}
                  checked={isAlways || choice.by_mail}
                  disabled={isAlways || (isOfBot && bot?.byMail === false)}
                  onChange={(event) => change({ ...choice, by_mail: event.currentTarget.checked })}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={`${title} by Telegram`}
                  checked={isLinked && choice.by_telegram}
                  disabled={!isLinked || (isOfBot && bot?.byTelegram === false)}
                  onChange={(event) => change({ ...choice, by_telegram: event.currentTarget.checked })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Name({ title, about }: { title: string; about: string }) {
  return (
    <th scope="row">
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" fw={400}>
        {about}
      </Text>
    </th>
  )
}

function TestButtons({ isLinked }: { isLinked: boolean }) {
  const onDone = ({ message }: { message: string }) => notify('success', message)
  const mail = useCall(sendMailTest, { onDone })
  const telegram = useCall(sendTelegramTest, { onDone })
  return (
    <Group gap="xs">
      <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate({})}>
        Send a test mail
      </Button>
      {isLinked && (
        <Button variant="default" loading={telegram.isPending} onClick={() => telegram.mutate({})}>
          Send a test to Telegram
        </Button>
      )}
    </Group>
  )
}
