//! The options form: seats, parameters, house rules, seed; made from a game's declarations, the same for every game.

use parlour_sdk::abi::Description;
use parlour_sdk::param::{Domain, Param, Value, Values};
use parlour_sdk::seat::Sides;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::canvas::{Canvas, Hits, Target, bottom, padded, top};
use super::help::Help;
use super::play::key_line;
use super::screen::{Answer, Event, Request, Requests, Screen};
use super::scroll::Scroll;
use super::text::{cut, fill, width, wrap};

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seated {
    /// A person of this name.
    Person(String),
    /// A bot of this level: `normal`, `random`.
    Bot(String),
}

/// A table to be started.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// The parameters that are not as declared.
    pub rules: Values,
    /// The house rules by name, each with the options that are not as declared.
    pub house: Vec<(String, Values)>,
    /// The seed.
    pub seed: u64,
}

/// A house rule that was found for a game.
#[derive(Clone, Debug, PartialEq)]
pub struct HouseRule {
    /// Its name, by which it is asked for.
    pub id: String,
    /// What it does.
    pub about: String,
    /// The parameters of the game that it sets.
    pub sets: Values,
    /// Its own options.
    pub options: Vec<Param>,
}

/// What the form is made from.
#[derive(Clone, Debug)]
pub struct Form {
    /// The game.
    pub description: Description,
    /// The levels of bots, the usual one first.
    pub levels: Vec<String>,
    /// The house rules that were found for it.
    pub house: Vec<HouseRule>,
    /// What is wrong with others, to be told.
    pub trouble: String,
    /// The player's name.
    pub name: String,
    /// The seed proposed.
    pub seed: u64,
}

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Seats,
    Seat(usize),
    Param(usize),
    House(usize),
    Option(usize, usize),
    Seed,
}

/// The form.
pub struct Options {
    form: Form,
    seats: usize,
    /// For each seat: 0 a person, n the n-th level.
    seated: Vec<usize>,
    params: Vec<Value>,
    chosen: Vec<bool>,
    options: Vec<Vec<Value>>,
    seed: u64,
    current: usize,
    /// A number while it is being typed.
    typed: Option<String>,
    notice: String,
    scroll: Scroll,
}

impl Options {
    /// The form with everything as declared.
    pub fn new(form: Form) -> Self {
        let seats = usize::from(form.description.usual_seats);
        let most = usize::from(form.description.seats.1);
        let params = form.description.params.iter().map(|param| param.default.clone()).collect();
        let defaults = |rule: &HouseRule| rule.options.iter().map(|option| option.default.clone()).collect();
        Self {
            seats,
            seated: (0..most).map(|seat| usize::from(seat > 0)).collect(),
            params,
            chosen: vec![false; form.house.len()],
            options: form.house.iter().map(defaults).collect(),
            seed: form.seed,
            current: 0,
            typed: None,
            notice: form.trouble.clone(),
            scroll: Scroll::default(),
            form,
        }
    }
    /// The form with what is wrong with it.
    pub fn note(&mut self, notice: impl Into<String>) {
        self.notice = notice.into();
    }
    /// What the form says now.
    pub fn setup(&self) -> Setup {
        let person = |seat: usize| {
            let name = if seat == 0 { self.form.name.clone() } else { self.person_name(seat) };
            Seated::Person(name)
        };
        let seated = |(seat, &who): (usize, &usize)| match who {
            0 => person(seat),
            level => Seated::Bot(self.form.levels.get(level - 1).cloned().unwrap_or_default()),
        };
        let changed = |params: &[Param], values: &[Value]| -> Values {
            let pairs = params.iter().zip(values).filter(|(param, value)| param.default != **value);
            pairs.map(|(param, value)| (param.name.clone(), value.clone())).collect()
        };
        // What a chosen house rule sets is written down too: the form may have set it back.
        let in_force = self.form.house.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen);
        let set: Vec<&String> = in_force.flat_map(|(rule, _)| rule.sets.keys()).collect();
        let mut rules = changed(&self.form.description.params, &self.params);
        let all = self.form.description.params.iter().zip(&self.params);
        let set = all.filter(|(param, _)| set.contains(&&param.name));
        rules.extend(set.map(|(param, value)| (param.name.clone(), value.clone())));
        let house = self.form.house.iter().zip(&self.options).zip(&self.chosen).filter(|(_, chosen)| **chosen);
        Setup {
            game: self.form.description.id.clone(),
            seats: self.seated.iter().take(self.seats).enumerate().map(seated).collect(),
            rules,
            house: house.map(|((rule, values), _)| (rule.id.clone(), changed(&rule.options, values))).collect(),
            seed: self.seed,
        }
    }
    fn person_name(&self, seat: usize) -> String {
        format!("Player {}", seat + 1)
    }

    fn fields(&self) -> Vec<Field> {
        let (least, most) = self.form.description.seats;
        let mut fields = Vec::new();
        if least < most {
            fields.push(Field::Seats);
        }
        fields.extend((0..self.seats).map(Field::Seat));
        fields.extend((0..self.params.len()).map(Field::Param));
        for (rule, chosen) in self.chosen.iter().enumerate() {
            fields.push(Field::House(rule));
            if *chosen {
                fields.extend((0..self.options[rule].len()).map(|option| Field::Option(rule, option)));
            }
        }
        fields.push(Field::Seed);
        fields
    }
    fn field(&self) -> Field {
        self.fields().get(self.current).copied().unwrap_or(Field::Seed)
    }
    fn param(&self, field: Field) -> Option<(&Param, &Value)> {
        match field {
            Field::Param(index) => Some((self.form.description.params.get(index)?, self.params.get(index)?)),
            Field::Option(rule, option) => {
                Some((self.form.house.get(rule)?.options.get(option)?, self.options.get(rule)?.get(option)?))
            }
            _ => None,
        }
    }
    fn set(&mut self, field: Field, value: Value) {
        match field {
            Field::Param(index) => self.params[index] = value,
            Field::Option(rule, option) => self.options[rule][option] = value,
            _ => {}
        }
    }
    /// Changes the current field by one step.
    fn step(&mut self, forward: bool) {
        self.commit();
        let field = self.field();
        match field {
            Field::Seats => {
                let (least, most) = self.form.description.seats;
                let range = usize::from(least)..=usize::from(most);
                let next = if forward { self.seats + 1 } else { self.seats.saturating_sub(1) };
                if range.contains(&next) {
                    self.seats = next;
                }
            }
            Field::Seat(seat) => {
                let count = self.form.levels.len() + 1;
                let step = if forward { 1 } else { count - 1 };
                self.seated[seat] = (self.seated[seat] + step) % count;
            }
            Field::House(rule) => self.choose(rule),
            Field::Seed => self.seed = if forward { self.seed.wrapping_add(1) } else { self.seed.wrapping_sub(1) },
            Field::Param(_) | Field::Option(..) => {
                let Some((param, value)) = self.param(field) else { return };
                let next = stepped(&param.domain, value, forward);
                self.set(field, next);
            }
        }
    }
    /// Puts a house rule in force with the parameters that it sets, or takes it and them back.
    fn choose(&mut self, rule: usize) {
        self.chosen[rule] = !self.chosen[rule];
        let HouseRule { sets, .. } = &self.form.house[rule];
        for (param, value) in self.form.description.params.iter().zip(&mut self.params) {
            if let Some(set) = sets.get(&param.name) {
                *value = if self.chosen[rule] { set.clone() } else { param.default.clone() };
            }
        }
    }
    /// Takes what was typed, if it is a value of the field.
    fn commit(&mut self) -> bool {
        let Some(typed) = self.typed.take() else { return true };
        let field = self.field();
        if field == Field::Seed {
            match typed.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => {
                    self.notice = format!("seed = {typed}: expected a whole number from 0 to {}", u64::MAX);
                    return false;
                }
            }
            return true;
        }
        let Some((param, _)) = self.param(field) else { return true };
        match param.domain.parse(&typed) {
            Ok(value) => {
                self.set(field, value);
                true
            }
            Err(expected) => {
                self.notice = format!("{} = {typed}: expected {expected}", param.name);
                false
            }
        }
    }
    fn typing(&mut self, symbol: char) -> bool {
        let number = match self.field() {
            Field::Seed => true,
            field => self.param(field).is_some_and(|(param, _)| matches!(param.domain, Domain::Int { .. })),
        };
        if number {
            let typed = self.typed.get_or_insert_default();
            if typed.len() < 20 {
                typed.push(symbol);
            }
        }
        number
    }
    fn start(&mut self, requests: &mut Requests) {
        if self.commit() {
            requests.push_back(Request::Start(Box::new(self.setup())));
        }
    }

    /// The row of a field: its name, its value, what it takes, a sentence about it.
    fn row(&self, field: Field) -> (String, String, String, String) {
        let partners = self.form.description.sides == Sides::Partners;
        match field {
            Field::Seats => {
                let (least, most) = self.form.description.seats;
                ("seats".to_owned(), self.seats.to_string(), format!("{least}..{most}"), "how many play".to_owned())
            }
            Field::Seat(seat) => {
                let who = match self.seated[seat] {
                    0 if seat == 0 => format!("You ({})", self.form.name),
                    0 => self.person_name(seat),
                    level => self.form.levels.get(level - 1).cloned().unwrap_or_default(),
                };
                let about = match seat {
                    2 if partners => "partner of seat 1",
                    3 if partners => "partner of seat 2",
                    _ if self.seated[seat] == 0 => "a person",
                    _ => "a computer player",
                };
                (format!("seat {}", seat + 1), who, String::new(), about.to_owned())
            }
            Field::House(rule) => {
                let mark = if self.chosen[rule] { "[x]" } else { "[ ]" };
                let HouseRule { id, about, .. } = &self.form.house[rule];
                (id.clone(), mark.to_owned(), "house rule".to_owned(), about.clone())
            }
            Field::Seed => {
                ("seed".to_owned(), self.seed.to_string(), String::new(), "the same seed, the same deals".to_owned())
            }
            Field::Param(_) | Field::Option(..) => {
                let Some((param, value)) = self.param(field) else { return Default::default() };
                let takes = match &param.domain {
                    Domain::Flag => String::new(),
                    Domain::Int { min, max } => format!("{min}..{max}"),
                    Domain::Choice { words } => format!("{} ways", words.len()),
                };
                let value = match value {
                    Value::Flag(true) => "yes".to_owned(),
                    Value::Flag(false) => "no".to_owned(),
                    Value::Int(number) if *number < 0 => format!("−{}", number.unsigned_abs()),
                    value => value.to_string().replace('_', " "),
                };
                let indent = if matches!(field, Field::Option(..)) { "  " } else { "" };
                (format!("{indent}{}", param.name), value, takes, param.about.clone())
            }
        }
    }
}

/// The next value of a domain.
fn stepped(domain: &Domain, value: &Value, forward: bool) -> Value {
    match (domain, value) {
        (Domain::Flag, Value::Flag(flag)) => Value::Flag(!flag),
        (&Domain::Int { min, max }, &Value::Int(number)) => {
            let next = if forward { number.saturating_add(1) } else { number.saturating_sub(1) };
            Value::Int(next.clamp(min, max))
        }
        (Domain::Choice { words }, Value::Word(word)) if !words.is_empty() => {
            let here = words.iter().position(|other| other == word).unwrap_or(0);
            let step = if forward { 1 } else { words.len() - 1 };
            Value::Word(words[(here + step) % words.len()].clone())
        }
        (_, value) => value.clone(),
    }
}

impl Screen for Options {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let (title, area) = top(canvas.area(), 1);
        let (area, keys) = bottom(area, 1);
        let game = &self.form.description;
        canvas.print(padded(title, 1), 0, Span::styled(format!("{}: table", game.name), look.accent()));
        canvas.print_right(padded(title, 1), 0, Span::styled(format!("seed {}", self.seed), look.dim()));
        let inside = padded(canvas.framed(area, ""), 1);

        let fields = self.fields();
        let rows: Vec<_> = fields.iter().map(|&field| self.row(field)).collect();
        let current = self.current.min(fields.len() - 1);
        let (_, _, _, about) = &rows[current];
        let (text, style) = if self.notice.is_empty() { (about, look.text()) } else { (&self.notice, look.warning()) };
        let notes = wrap(&[Span::styled(text.clone(), style)], inside.width.into(), 0);
        let (list, foot) = bottom(inside, (notes.len() as u16).min(4) + 1);
        canvas.rule(foot, 0, "─", look.dim());
        for (row, line) in notes.into_iter().enumerate() {
            canvas.print(foot, row as u16 + 1, line);
        }

        let longest = |part: fn(&(String, String, String, String)) -> &String| {
            rows.iter().map(|row| width(part(row))).max().unwrap_or(0)
        };
        let room = usize::from(list.width);
        let name_width = longest(|row| &row.0).min(room / 2);
        let value_width = longest(|row| &row.1).clamp(5, (room / 3).max(5));
        let takes_width = longest(|row| &row.2).min(12);
        let page = usize::from(list.height);
        self.scroll.show(current, page);
        for (index, (name, value, takes, about)) in rows.iter().enumerate().skip(self.scroll.first()).take(page) {
            let at = index == current;
            let line = (index - self.scroll.first()) as u16;
            let typed = if at { self.typed.as_ref() } else { None };
            let value = typed.map_or_else(|| value.clone(), |typed| format!("{typed}▌"));
            let (open, close) = if at { ("◂ ", " ▸") } else { ("  ", "  ") };
            let changed = self.param(fields[index]).is_some_and(|(param, value)| param.default != *value);
            let style = if changed { look.fresh() } else { look.strong() };
            let mut spans = vec![
                Span::styled(if at { "▸ " } else { "  " }, look.accent()),
                Span::styled(fill(name, name_width), if at { look.strong() } else { look.text() }),
                Span::styled(format!("  {open}"), look.accent()),
                Span::styled(fill(&value, value_width), if at { style.patch(look.cursor()) } else { style }),
                Span::styled(close, look.accent()),
            ];
            let used = 2 + name_width + 4 + value_width + 2;
            if room > used + takes_width + 8 {
                spans.push(Span::styled(format!(" {}", fill(takes, takes_width)), look.dim()));
                let rest = room - used - takes_width - 3;
                spans.push(Span::styled(format!("  {}", cut(about, rest)), look.dim()));
            }
            canvas.print(list, line, spans);
            canvas.hit(Rect { y: list.y + line, height: 1, ..list }, Target::Row(index));
        }
        let keys_shown = [
            ("Enter", "deal"),
            ("↑↓", "field"),
            ("←→", "change"),
            ("d", "as declared"),
            ("?", "rules"),
            ("Esc", "back"),
        ];
        key_line(canvas, keys, &keys_shown, look);
    }

    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        let count = self.fields().len();
        match *event {
            Event::Click(x, y) => {
                if let Some(Target::Row(row)) = hits.at(x, y) {
                    let again = row == self.current;
                    if self.commit() {
                        self.current = row;
                    }
                    if again {
                        self.step(true);
                    }
                }
                return Answer::Done;
            }
            Event::Wheel { up, .. } => {
                if self.commit() {
                    self.current = if up { self.current.saturating_sub(1) } else { (self.current + 1).min(count - 1) };
                }
                return Answer::Done;
            }
            Event::Key(..) => self.notice.clear(),
        }
        match event.key() {
            Some(KeyCode::Enter) => self.start(requests),
            Some(KeyCode::Up | KeyCode::BackTab) if self.commit() => self.current = (self.current + count - 1) % count,
            Some(KeyCode::Down | KeyCode::Tab) if self.commit() => self.current = (self.current + 1) % count,
            Some(KeyCode::Home) if self.commit() => self.current = 0,
            Some(KeyCode::End) if self.commit() => self.current = count - 1,
            Some(KeyCode::Left) => self.step(false),
            Some(KeyCode::Right | KeyCode::Char(' ')) => self.step(true),
            Some(KeyCode::Backspace) => {
                if let Some(typed) = &mut self.typed {
                    typed.pop();
                }
            }
            Some(KeyCode::Char(symbol)) if symbol.is_ascii_digit() || symbol == '-' => {
                self.typing(symbol);
            }
            Some(KeyCode::Char('d')) => {
                self.typed = None;
                let field = self.field();
                if let Some((param, _)) = self.param(field) {
                    let default = param.default.clone();
                    self.set(field, default);
                }
            }
            Some(KeyCode::Char('?')) => {
                let game = &self.form.description;
                return Answer::Push(Box::new(Help::of(&game.name, &game.rules, game.pieces)));
            }
            Some(KeyCode::Esc) if self.typed.is_some() => self.typed = None,
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Answer::Pop,
            _ => return Answer::Left,
        }
        Answer::Done
    }
    fn is_of_table(&self) -> bool {
        false
    }
    fn trouble(&mut self, message: &str) {
        self.note(message);
    }
}
