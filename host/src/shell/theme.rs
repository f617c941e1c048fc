//! How things look: colours, and the plain alphabet of `--ascii`.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// A set of colours for a kind of terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// For light text on a dark ground.
    #[default]
    Dark,
    /// For dark text on a light ground.
    Light,
    /// No colours at all: bold, dim, underlined and reversed text only.
    None,
}

impl Theme {
    /// The themes by the names that settings use.
    pub const NAMES: [(&'static str, Self); 3] = [("dark", Self::Dark), ("light", Self::Light), ("none", Self::None)];
}

/// The colour of a face, before a theme says what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tint {
    /// As text.
    #[default]
    Plain,
    /// Spades.
    Spades,
    /// Hearts.
    Hearts,
    /// Diamonds.
    Diamonds,
    /// Clubs.
    Clubs,
    /// Coins of the Italian pack, and jokers.
    Gold,
}

/// What the player wants to see: the theme, four colours for four suits, only ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// Whether diamonds and clubs have colours of their own.
    pub four_colours: bool,
    /// Whether only ASCII is shown.
    pub ascii: bool,
}

impl Look {
    fn pick(self, dark: Color, light: Color) -> Style {
        match self.theme {
            Theme::Dark => Style::new().fg(dark),
            Theme::Light => Style::new().fg(light),
            Theme::None => Style::new(),
        }
    }
    /// Plain text.
    pub fn text(self) -> Style {
        Style::new()
    }
    /// What matters most on the screen.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
    /// What matters least: what may not be played, what is long past.
    pub fn dim(self) -> Style {
        match self.theme {
            Theme::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.pick(Color::DarkGray, Color::Indexed(246)),
        }
    }
    /// Headings, the seat to act, keys.
    pub fn accent(self) -> Style {
        self.pick(Color::Cyan, Color::Blue).add_modifier(Modifier::BOLD)
    }
    /// What just happened, and what leads.
    pub fn fresh(self) -> Style {
        self.pick(Color::Yellow, Color::Indexed(130)).add_modifier(Modifier::BOLD)
    }
    /// What went wrong.
    pub fn warning(self) -> Style {
        self.pick(Color::LightRed, Color::Red).add_modifier(Modifier::BOLD)
    }
    /// Backs of pieces.
    pub fn back(self) -> Style {
        self.pick(Color::Indexed(67), Color::Indexed(67))
    }
    /// Where the cursor is: on top of another style.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
    /// A face of this tint.
    pub fn tint(self, tint: Tint) -> Style {
        let four = |own, otherwise| if self.four_colours { own } else { otherwise };
        let (red, black) = (self.pick(Color::LightRed, Color::Red), Style::new());
        let style = match tint {
            Tint::Plain | Tint::Spades => black,
            Tint::Hearts => red,
            Tint::Diamonds => four(self.pick(Color::LightBlue, Color::Blue), red),
            Tint::Clubs => four(self.pick(Color::LightGreen, Color::Green), black),
            Tint::Gold => self.pick(Color::LightYellow, Color::Indexed(130)),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// Makes the last change to what was drawn: no variation selectors, which make columns uncertain, and for
    /// [`ascii`](Self::ascii) nothing but ASCII.
    pub fn finish(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if cell.symbol().is_ascii() {
                continue;
            }
            if self.ascii {
                let plain = cell.symbol().chars().next().map_or(' ', ascii);
                cell.set_char(plain);
            } else if cell.symbol().contains('\u{FE0F}') {
                let bare = cell.symbol().replace('\u{FE0F}', "");
                cell.set_symbol(&bare);
            }
        }
    }
}

/// The ASCII character that stands in for another one in the same column.
fn ascii(symbol: char) -> char {
    match symbol {
        '♠' | '†' => 'S',
        '♥' => 'H',
        '♦' | '●' => 'D',
        '♣' | '∪' => 'C',
        '╱' => 'B',
        '▒' | '█' => '#',
        '░' => '.',
        '│' | '┃' | '▌' | '▐' => '|',
        '─' | '━' | '−' | '–' | '—' => '-',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '╭' | '╮' | '╯' | '╰' | '┏' | '┓' | '┗' | '┛' => {
            '+'
        }
        '▸' | '›' | '→' | '»' => '>',
        '◂' | '‹' | '←' | '«' => '<',
        '↑' | '▴' => '^',
        '↓' | '▾' => 'v',
        '×' => 'x',
        '·' | '•' | '…' => '.',
        '≤' | '≥' => '=',
        '’' | '‘' => '\'',
        '“' | '”' | '„' => '"',
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'À' | 'Á' | 'Â' | 'Ã' | 'Ä' | 'Å' => 'A',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'È' | 'É' | 'Ê' | 'Ë' => 'E',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'Ì' | 'Í' | 'Î' | 'Ï' => 'I',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ö' => 'O',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'Ù' | 'Ú' | 'Û' | 'Ü' => 'U',
        'ñ' => 'n',
        'Ñ' => 'N',
        'ç' => 'c',
        'Ç' => 'C',
        'ß' => 's',
        _ => '?',
    }
}
