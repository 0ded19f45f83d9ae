import { SubscriptionFlowPage } from '../../features/billing/flow/subscription-flow-page.tsx'
import { CredentialsForm } from '../../features/credentials/credentials-form.tsx'

/** Combines two features on one screen: the set-up and, in its second step, the credentials form. */
export function SubscriptionFlowScreen() {
  return <SubscriptionFlowPage credentialsForm={CredentialsForm} />
}
