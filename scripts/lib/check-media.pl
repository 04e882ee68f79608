# Compares a report of `diptych import --dry-run --json` with ExifTool and ffprobe; see
# scripts/check-media. Arguments: the report, the list of known differences, and the folder to leave
# out of names.
use strict;
use warnings;
use utf8;
use JSON::PP;
binmode STDOUT, ':encoding(UTF-8)';

my ($report, $list, $folder) = @ARGV;

sub contents {
    open my $file, '<:raw', $_[0] or die "$_[0]: $!\n";
    local $/;
    return <$file>;
}

# What a program prints as JSON; empty where it can read nothing.
sub asked {
    open my $pipe, '-|', @_ or die "$_[0] does not run: $!\n";
    binmode $pipe;
    local $/;
    my $text = <$pipe>;
    close $pipe;
    return eval { decode_json($text) };
}

# ExifTool's types by ours, where another word is used.
my %types = (
    'JPEG' => 'public.jpeg', 'PNG' => 'public.png', 'APNG' => 'public.png',
    'GIF' => 'com.compuserve.gif', 'HEIC' => 'public.heic', 'HEIF' => 'public.heif',
    'AVIF' => 'public.avif', 'WEBP' => 'org.webmproject.webp', 'Extended WEBP' => 'org.webmproject.webp',
    'TIFF' => 'public.tiff', 'BMP' => 'com.microsoft.bmp', 'DNG' => 'com.adobe.raw-image',
    'CR2' => 'com.canon.cr2-raw-image', 'CR3' => 'com.canon.cr3-raw-image',
    'NEF' => 'com.nikon.raw-image', 'ARW' => 'com.sony.arw-raw-image', 'RAF' => 'com.fuji.raw-image',
    'ORF' => 'com.olympus.or-raw-image', 'RW2' => 'com.panasonic.rw2-raw-image',
    'PEF' => 'com.pentax.raw-image', 'MOV' => 'com.apple.quicktime-movie', 'MP4' => 'public.mpeg-4',
    'M4V' => 'public.mpeg-4',
);
my %ccw = (0 => 1, 1 => 8, 2 => 3, 3 => 6);
my %cw = (0 => 1, 90 => 6, 180 => 3, 270 => 8);

# The first of some keys that has a value, under ExifTool's names of groups.
sub first {
    my ($tags, @keys) = @_;
    for my $key (@keys) {
        my $value = $tags->{$key};
        return $value if defined $value && $value ne '' && $value !~ /^0000:00:00/;
    }
    return undef;
}

# A date in the form of the report: fractions without closing zeros, Z as an offset.
sub date {
    my ($text) = @_;
    return undef unless defined $text;
    $text =~ s/^(\d{4})[:-](\d\d)[:-](\d\d)[ T]/$1-$2-$3T/;
    $text =~ s/(\.\d*?)0+(?=$|[-+Z])/$1/;
    $text =~ s/\.(?=$|[-+Z])//;
    $text =~ s/Z$/+00:00/;
    $text =~ s/([-+]\d\d)(\d\d)$/$1:$2/;
    return $text;
}

sub exiftool_fields {
    my ($tags, $is_video) = @_;
    my %fields = (type => $types{ $tags->{'File:FileType'} // '' } // $tags->{'File:FileType'});
    my ($movie) = grep { $tags->{"$_:ImageWidth"} } map { "Track$_" } 1 .. 9;
    my @places = $is_video ? $movie // 'Track1' : qw(File PNG GIF RIFF VP8 VP8L QuickTime Meta SubIFD IFD0 ExifIFD);
    $fields{width} = first($tags, map { "$_:ImageWidth" } @places);
    $fields{height} = first($tags, map { "$_:ImageHeight" } @places);
    if ($is_video) {
        $fields{orientation} = $cw{ $tags->{'Composite:Rotation'} // 0 };
        $fields{duration} = $tags->{'QuickTime:Duration'};
        $fields{frameRate} = $tags->{"$movie:VideoFrameRate"} if $movie;
        my $universal = first($tags, 'QuickTime:CreateDate');
        $fields{taken} = date(first($tags, 'Keys:CreationDate') // ($universal && $universal . '+00:00'));
        $fields{contentIdentifier} = $tags->{'Keys:ContentIdentifier'};
    } else {
        my $boxed = ($tags->{'File:FileType'} // '') =~ /^(HEIC|HEIF|AVIF)$/;
        my $rotation = ($tags->{'QuickTime:Rotation'} // $tags->{'Meta:Rotation'} // 0);
        # Quarters, or degrees in older versions.
        $rotation /= 90 if $rotation > 3;
        $fields{orientation} = $boxed ? $ccw{$rotation} : $tags->{'IFD0:Orientation'} // 1;
        $fields{taken} = date(first($tags,
            'Composite:SubSecDateTimeOriginal', 'ExifIFD:DateTimeOriginal', 'XMP-exif:DateTimeOriginal',
            'XMP-photoshop:DateCreated', 'Composite:DateTimeCreated', 'Composite:SubSecCreateDate',
            'ExifIFD:CreateDate', 'XMP-xmp:CreateDate', 'Composite:SubSecModifyDate', 'IFD0:ModifyDate'));
        # The second is the name that ExifTool had for it before.
        $fields{contentIdentifier} = first($tags, 'Apple:ContentIdentifier', 'Apple:MediaGroupUUID');
        $fields{burstIdentifier} = $tags->{'Apple:BurstUUID'};
        $fields{make} = $tags->{'IFD0:Make'};
        $fields{model} = $tags->{'IFD0:Model'};
        $fields{lens} = $tags->{'ExifIFD:LensModel'};
        $fields{aperture} = $tags->{'ExifIFD:FNumber'};
        $fields{exposure} = $tags->{'ExifIFD:ExposureTime'};
        $fields{iso} = $tags->{'ExifIFD:ISO'};
        $fields{focalLength} = $tags->{'ExifIFD:FocalLength'};
        $fields{title} = first($tags, 'XMP-dc:Title', 'IPTC:ObjectName');
        $fields{caption} = first($tags, 'XMP-dc:Description', 'IPTC:Caption-Abstract');
        my $words = first($tags, 'XMP-dc:Subject', 'IPTC:Keywords');
        $fields{keywords} = ref $words ? join('|', @$words) : $words;
        $fields{rating} = first($tags, 'XMP-xmp:Rating', 'IFD0:Rating');
        # Of a WebP file ExifTool counts no frames.
        my $moves = ($tags->{'GIF:FrameCount'} // 1) > 1 || defined $tags->{'RIFF:AnimationLoopCount'};
        $fields{animated} = $moves ? 1 : 0;
    }
    $fields{latitude} = $tags->{'Composite:GPSLatitude'};
    $fields{longitude} = $tags->{'Composite:GPSLongitude'};
    $fields{altitude} = $tags->{'Composite:GPSAltitude'};
    return \%fields;
}

sub ffprobe_fields {
    my ($answer, $is_video) = @_;
    my ($stream) = grep { ($_->{codec_type} // '') eq 'video' } @{ $answer->{streams} // [] };
    return {} unless $stream;
    my %fields = (width => $stream->{width}, height => $stream->{height});
    return \%fields unless $is_video;
    my ($turn) = map { $_->{rotation} // () } @{ $stream->{side_data_list} // [] };
    $fields{orientation} = $cw{ (360 - ($turn // 0)) % 360 };
    $fields{duration} = $answer->{format}{duration};
    my ($frames, $seconds) = split m{/}, $stream->{avg_frame_rate} // '0/0';
    $fields{frameRate} = $frames / $seconds if $seconds;
    my $tags = $answer->{format}{tags} // {};
    $fields{taken} = date($tags->{'com.apple.quicktime.creationdate'} // $tags->{creation_time});
    $fields{contentIdentifier} = $tags->{'com.apple.quicktime.content.identifier'};
    my $place = $tags->{'com.apple.quicktime.location.ISO6709'} // $tags->{location} // '';
    ($fields{latitude}, $fields{longitude}, $fields{altitude}) = $place =~ /([-+][\d.]+)/g;
    return \%fields;
}

# How far numbers may be apart: a digit of what the other program prints.
my %slack = (
    latitude => 1e-6, longitude => 1e-6, altitude => 1e-3, duration => 1e-3, frameRate => 1e-2,
    aperture => 1e-3, exposure => 1e-6, focalLength => 1e-3,
);

sub agrees {
    my ($field, $ours, $theirs) = @_;
    return defined $ours == defined $theirs ? 1 : 0 unless defined $ours && defined $theirs;
    return abs($ours - $theirs) <= $slack{$field} ? 1 : 0 if $slack{$field};
    return $ours eq $theirs ? 1 : 0;
}

my %known;
if ($list ne '/dev/null') {
    for my $line (split /\n/, JSON::PP->new->utf8(0) && contents($list)) {
        next if $line =~ /^#/ || $line eq '';
        utf8::decode($line);
        my ($file, $tool, $field, $ours, $theirs, $reason) = split /\t/, $line;
        die "$list: a line has no reason: $line\n" unless defined $reason && $reason ne '';
        $known{"$file\t$tool\t$field"} = { ours => $ours, theirs => $theirs, reason => $reason };
    }
}

my $ours = decode_json(contents($report));
my @files = sort { $a->{file} cmp $b->{file} } map { @{ $_->{details} } } @{ $ours->{imported} };
die "There is no media file to compare.\n" unless @files;
my %tags = map { $_->{SourceFile} => $_ }
    @{ asked('exiftool', '-j', '-n', '-G1', '-a', map { $_->{file} } @files) };

my @all = qw(type width height orientation taken latitude longitude altitude duration frameRate
    animated contentIdentifier burstIdentifier make model lens aperture exposure iso focalLength title
    caption keywords rating);
my ($compared, $explained, @bad) = (0, 0);
printf "%-54s %9s %9s\n", 'file', 'exiftool', 'ffprobe';
for my $file (@files) {
    (my $name = $file->{file}) =~ s/^\Q$folder\E//;
    my $is_video = exists $file->{duration};
    $file->{animated} = $is_video ? undef : $file->{animated} ? 1 : 0;
    $file->{keywords} = join('|', @{ $file->{keywords} }) if $file->{keywords};
    my %theirs = (
        exiftool => exiftool_fields($tags{ $file->{file} } // {}, $is_video),
        ffprobe => ffprobe_fields(
            asked('ffprobe', '-v', 'quiet', '-of', 'json', '-show_streams', '-show_format', $file->{file}) // {},
            $is_video),
    );
    my %cell;
    my @notes;
    for my $tool (qw(exiftool ffprobe)) {
        my ($same, $other) = (0, 0);
        for my $field (@all) {
            my ($mine, $its) = ($file->{$field}, $theirs{$tool}{$field});
            # ffprobe answers for pictures with their size only, and says little of tags.
            next if !defined $its && ($tool eq 'ffprobe' || !defined $mine);
            $compared++;
            if (agrees($field, $mine, $its)) { $same++; next }
            $other++;
            my ($left, $right) = map { $_ // 'nothing' } ($mine, $its);
            my $entry = delete $known{"$name\t$tool\t$field"};
            if ($entry && $entry->{ours} eq $left && $entry->{theirs} eq $right) {
                $explained++;
                push @notes, "    $field: $left, $tool $right ($entry->{reason})";
            } else {
                push @notes, "    $field: $left, $tool $right: NOT EXPLAINED";
                push @bad, "$name\t$tool\t$field\t$left\t$right";
            }
        }
        $cell{$tool} = $same + $other == 0 ? '-' : $other ? "$same of " . ($same + $other) : "$same";
    }
    printf "%-54s %9s %9s\n", $name, $cell{exiftool}, $cell{ffprobe};
    print "$_\n" for @notes;
}
my @gone = sort keys %known;
printf "%d files, %d values compared: %d equal, %d explained, %d not explained.\n",
    scalar @files, $compared, $compared - $explained - @bad, $explained, scalar @bad;
for (@bad) { print STDERR "Not explained: $_\n" }
for (@gone) { print STDERR "Listed in $list, but there is no such difference: $_\n" }
exit(@bad || @gone ? 1 : 0);
