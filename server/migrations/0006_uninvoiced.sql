-- Payments that still lack their invoice are found without reading the others.
create index payments_granted on payments (paid_at) where effect = 'granted';
