/** What was found or booked, and what it costs; every figure is a result's, or the sum that a rule computes. */
import { answerLook } from './answer-look.ts';
import { type AnswerQuestion, coversOf, type Found, resultOf } from './answer-question.ts';
import { factsIn } from './context-facts.ts';
import { type RuleAnswer, say } from './rule-setting.ts';

const flightText = (flight: Found, language: string): string => {
  const { flight_no, dep_date, dep_time, arr_time, price, order_no } = flight.data;
  return say(
    language,
    `已订机票 ${flight_no}，${dep_date} ${dep_time}–${arr_time}，¥${price}（订单 ${order_no}）`,
    `Flight ${flight_no} on ${dep_date}, ${dep_time} to ${arr_time}, ¥${price} (order ${order_no}) is booked`,
  );
};

const hotelText = (hotel: Found, language: string): string => {
  const { name, checkin_date, checkout_date, price, order_no, total, nights } = hotel.data;
  const whole = nights === 1 ? '' : say(language, `，共 ¥${total}`, `, ¥${total} in all`);
  return say(
    language,
    `已订酒店 ${name}，${checkin_date} 至 ${checkout_date}，每晚 ¥${price}${whole}（订单 ${order_no}）`,
    `${name}, ${checkin_date} to ${checkout_date}, ¥${price} a night${whole} (order ${order_no}) is booked`,
  );
};

const transferText = (transfer: Found, language: string): string => {
  const { date, time, from, to, price, order_no } = transfer.data;
  return say(
    language,
    `已订接机 ${date} ${time} ${from}→${to}，¥${price}（订单 ${order_no}）`,
    `a transfer from ${from} to ${to} at ${time} on ${date}, ¥${price} (order ${order_no}) is booked`,
  );
};

export function answerTravel(question: AnswerQuestion): RuleAnswer {
  const { spec, results } = question;
  const { language } = spec;
  const { look_only: look, email } = factsIn(spec.context);
  if (look !== undefined) return answerLook(question);
  const flight = resultOf(results, 'book_flight');
  const hotel = resultOf(results, 'book_hotel');
  const transfer = resultOf(results, 'book_transfer');
  const reminder = resultOf(results, 'send_reminder');
  const parts = [
    ...(flight === undefined ? [] : [flightText(flight, language)]),
    ...(hotel === undefined ? [] : [hotelText(hotel, language)]),
    ...(transfer === undefined ? [] : [transferText(transfer, language)]),
    ...(reminder === undefined
      ? []
      : [say(language, `行程提醒已发给 ${email}`, `a reminder was sent to ${email}`)]),
  ];
  const sums = [
    ...(flight === undefined
      ? []
      : [{ rule: `results.${flight.id}.data.price`, value: Number(flight.data.price) }]),
    ...(hotel === undefined
      ? []
      : [{ rule: `results.${hotel.id}.data.total`, value: Number(hotel.data.total) }]),
    ...(transfer === undefined
      ? []
      : [{ rule: `results.${transfer.id}.data.price`, value: Number(transfer.data.price) }]),
  ];
  const total = sums.reduce((sum, { value }) => sum + value, 0);
  const all = Object.keys(results);
  const query = resultOf(results, 'query_flight');
  return {
    text: `${parts.join(say(language, '；', '; '))}${say(language, '。合计', '. Total')} ¥${total}${say(language, '。', '.')}`,
    data: {
      ...(flight === undefined ? {} : { flight: flight.data }),
      ...(hotel === undefined ? {} : { hotel: hotel.data }),
      ...(transfer === undefined ? {} : { transfer: transfer.data }),
      total,
    },
    covers: coversOf(spec, all, {
      route: [query?.id, flight?.id],
      date: [query?.id, flight?.id],
      stay: [hotel?.id],
      'hotel-max': [hotel?.id],
      'hotel-min': [hotel?.id],
      'flight-max': [flight?.id],
      'total-max': [flight?.id, hotel?.id],
      hours: [flight?.id],
      traveller: [flight?.id, hotel?.id],
      recipient: [reminder?.id],
    }),
    computed: sums.length > 1 ? [sums.map(({ rule }) => rule).join(' + ')] : [],
  };
}
