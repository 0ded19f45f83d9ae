import { NoticePage } from './notice-page.tsx'

export function TermsPage() {
  return <NoticePage notice="terms" />
}
